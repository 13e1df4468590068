import type { Express, Request, RequestHandler, Response } from "express";
import { jsonBody } from "../body.ts";
import { isText, objectBody, pathId, Problems, Query } from "../check.ts";
import { faulty } from "../faults.ts";
import { customerOf, notFound, resource, send, signedIn } from "../http.ts";
import { pageOf, pageRequest } from "../page.ts";
import { addressesOf, nextId, type Address } from "../store.ts";

type AddressInput = Omit<Address, "id">;

const members = [
  "recipient",
  "street",
  "city",
  "postalCode",
  "country",
  "phone",
  "notes",
  "isDefault",
];

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === "string" && pattern.test(value);
}

function inputOf(given: Record<string, unknown>): AddressInput {
  const body = { phone: null, notes: "", isDefault: false, ...given };
  const { recipient, street, city, postalCode, country, phone, notes, isDefault } = body as Record<
    string,
    unknown
  >;
  const problems = new Problems();
  for (const name of Object.keys(given)) {
    problems.expect(members.includes(name), name, "is not known");
  }
  problems.expect(isText(recipient, 1, 100), "recipient", "has to be 1 to 100 characters");
  problems.expect(isText(street, 1, 200), "street", "has to be 1 to 200 characters");
  problems.expect(isText(city, 1, 100), "city", "has to be 1 to 100 characters");
  const postal = faulty("postal-code-digits-only") ? /^[0-9]{3,10}$/ : /^[A-Za-z0-9 -]{3,10}$/;
  problems.expect(matches(postalCode, postal), "postalCode", "has to be a postal code");
  problems.expect(matches(country, /^[A-Z]{2}$/), "country", "has to be two letters");
  problems.expect(
    phone === null || matches(phone, /^\+[0-9]{6,15}$/),
    "phone",
    "has to be + and 6 to 15 digits, or null",
  );
  problems.expect(typeof notes === "string", "notes", "has to be a text");
  problems.expect(typeof isDefault === "boolean", "isDefault", "has to be true or false");
  problems.throwAny();
  return body as unknown as AddressInput;
}

/** What a table of three-byte UTF-8 keeps of a text. */
function threeBytesOf(text: string): string {
  return text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, "?");
}

function stored(address: Address): Address {
  if (!faulty("astral-address-lost")) return address;
  const { recipient, street, city, notes } = address;
  return {
    ...address,
    recipient: threeBytesOf(recipient),
    street: threeBytesOf(street),
    city: threeBytesOf(city),
    notes: threeBytesOf(notes),
  };
}

/** At most one address of a customer is the default one. */
function save(customerId: number, address: Address): void {
  const own = addressesOf(customerId);
  if (address.isDefault && !faulty("two-default-addresses")) {
    for (const other of own.values()) other.isDefault = false;
  }
  own.set(address.id, stored(address));
}

function addressOfPath(req: Request, res: Response): Address {
  const address = addressesOf(customerOf(res).id).get(pathId(req, "addressId"));
  if (address === undefined) throw notFound("address");
  return address;
}

const listAddresses: RequestHandler = (req, res) => {
  const own = [...addressesOf(customerOf(res).id).values()];
  send(res, 200, pageOf(own, pageRequest(new Query(req))));
};

const createAddress: RequestHandler = (req, res) => {
  const address = { id: nextId(), ...inputOf(objectBody(req)) };
  save(customerOf(res).id, address);
  res.set("Location", `/addresses/${address.id}`);
  send(res, 201, address);
};

const getAddress: RequestHandler = (req, res) => {
  send(res, 200, addressOfPath(req, res));
};

const replaceAddress: RequestHandler = (req, res) => {
  const former = addressOfPath(req, res);
  const given = objectBody(req);
  const input = inputOf(given);
  const address = faulty("address-put-merges")
    ? { ...former, ...given }
    : { id: former.id, ...input };
  save(customerOf(res).id, address);
  send(res, 200, address);
};

export function addressRoutes(app: Express): void {
  resource(app, "/addresses", {
    get: [signedIn, listAddresses],
    post: [signedIn, ...jsonBody, createAddress],
  });
  resource(app, "/addresses/:addressId", {
    get: [signedIn, getAddress],
    put: [signedIn, ...jsonBody, replaceAddress],
  });
}
