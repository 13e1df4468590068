import { verifyServer } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { verifiedApi } from "../../src/description/verified-api.ts";
import { flagRulesOf } from "../../src/server/cases/rules/flag-rules.ts";
import { resourceFlows } from "../../src/server/cases/flows/resources.ts";
import { describe as read } from "../support.ts";

interface Said {
  /** What is said of the flag. */
  readonly flag?: string;
  /** What is said of the line. */
  readonly line?: string;
  /** What the creation, and the change, say. */
  readonly create?: string;
  readonly change?: string;
}

const only = "At most one address is the default one.";

const write = (text = ""): string => `
      description: ${JSON.stringify(text)}
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewAddress" } } }
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Address" } } } }
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Address" } } } }
        "400": { description: Wrong. }
        "404": { description: None. }
        "409": { description: It conflicts with another one. }`;

const collection = ({ create }: Said): string => `
    post:
      operationId: addAddress${write(create)}`;

const item = ({ change }: Said): string => `
    patch:
      operationId: changeAddress${write(change)}`;

const chosen = ({ create }: Said): string => `
    put:
      operationId: putAddress${write(create)}`;

/** Describes addresses, which are created by POST, or by PUT with a key that the caller chooses. */
const addresses = (texts: Said, isChosen = false): string => `openapi: 3.1.0
info: { title: Addresses, version: "1" }
paths:
  /addresses:
    get:
      operationId: listAddresses
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Address" } } } }${isChosen ? "" : collection(texts)}
  /addresses/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string, pattern: "^[a-z0-9-]{1,40}$" }, example: home }]
    get:
      operationId: getAddress
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Address" } } } }
        "404": { description: None. }${isChosen ? chosen(texts) : item(texts)}
components:
  schemas:
    NewAddress:
      type: object
      required: [addressLine, country, holder]
      properties:
        addressLine: { type: string, minLength: 1, maxLength: 60, example: Hill Road 3, description: ${JSON.stringify(texts.line ?? "")} }
        country: { type: string, minLength: 1, maxLength: 60, example: Norway }
        holder: { type: string, minLength: 1, maxLength: 60, example: Ann }
        isDefault: { type: boolean, description: ${JSON.stringify(texts.flag ?? "")} }
    Address:
      allOf:
        - { $ref: "#/components/schemas/NewAddress" }
        - { type: object, required: [id, isDefault], properties: { id: { type: string, readOnly: true } } }
`;

interface Address {
  readonly id: string;
  readonly addressLine: string;
  readonly country: string;
  readonly isDefault?: boolean | undefined;
}

/** What a service does where an address gets the flag of another one. */
interface Way {
  readonly create: "move" | "keep" | "refuse";
  readonly change: "move" | "keep" | "refuse";
  /** True if addresses of two countries are told apart. */
  readonly isByCountry?: boolean;
  /** True if no two addresses have the same line. */
  readonly isUnique?: boolean;
  /** Addresses of others, which the list has too. */
  readonly others?: readonly Address[];
}

function addressService({ create, change, isByCountry, isUnique, others = [] }: Way) {
  const known = new Map(others.map((one) => [one.id, one]));
  const answer = (status: number): Response => new Response(null, { status });
  return async (request: Request): Promise<Response> => {
    const [, , id = ""] = new URL(request.url).pathname.split("/");
    const { method } = request;
    const old = known.get(id);
    if (method === "GET" && id === "") return Response.json([...known.values()]);
    if (method === "GET") return old === undefined ? answer(404) : Response.json(old);
    if (method === "PATCH" && old === undefined) return answer(404);
    const body = (await request.json()) as Partial<Address>;
    const key = id === "" ? `a-${known.size + 1}` : id;
    const made = { isDefault: false, ...old, ...body, id: key } as Address;
    if ([made.addressLine, made.country].some((one) => typeof one !== "string" || one === ""))
      return answer(400);
    const mine = [...known.values()].filter((one) => one.id !== key && !others.includes(one));
    if (isUnique && mine.some((one) => one.addressLine === made.addressLine)) return answer(409);
    const before = mine.filter(
      (one) => one.isDefault && (!isByCountry || one.country === made.country),
    );
    const way = old === undefined ? create : change;
    if (made.isDefault && before.length > 0 && way === "refuse") return answer(409);
    if (made.isDefault && way === "move")
      for (const one of before) known.set(one.id, { ...one, isDefault: false });
    known.set(key, made);
    return Response.json(made, { status: old === undefined ? 201 : 200 });
  };
}

async function said(way: Way, texts: Said, isChosen = false): Promise<string[]> {
  const by = isChosen ? "putAddress" : "addAddress";
  const { failures, errors } = await verifyServer({
    description: await read(addresses(texts, isChosen)),
    server: { fetch: addressService(way) },
    replay: [`${by}/single-flag/isDefault`],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

const careless: Way = { create: "keep", change: "keep" };
const careful: Way = { create: "move", change: "move" };
const told = (by: string, sentence: string, count = 2): string[] => [
  `described-rule: \`isDefault\` of ${count} is true after ${by}, and the description says ${JSON.stringify(sentence)}`,
];

describe("a flag that one record has", () => {
  test.each<[string, Said]>([
    [only, { flag: `Whether goods go there. ${only}` }],
    ["Only one address can be the default.", { create: "Only one address can be the default." }],
    ["True for exactly one address.", { flag: "True for exactly one address." }],
    ["There is at most one default address.", { change: "There is at most one default address." }],
    [
      "If set, it moves: no more than one address has it.",
      { flag: "If set, it moves: no more than one address has it." },
    ],
  ])("is found at two records that are created with it: %s", async (sentence, texts) => {
    expect(await said(careless, texts)).toEqual(told("addAddress", sentence));
    expect(await said(careful, texts)).toEqual([]);
    expect(await said({ create: "refuse", change: "refuse" }, texts)).toEqual([]);
  });

  test("is found at two records of which one is given it", async () => {
    const way: Way = { create: "move", change: "keep" };
    expect(await said(way, { flag: only })).toEqual(told("changeAddress", only));
    expect(await said({ create: "move", change: "refuse" }, { flag: only })).toEqual([]);
  });

  test("is found where the caller chooses the keys", async () => {
    expect(await said(careless, { flag: only }, true)).toEqual(told("putAddress", only));
    const way: Way = { create: "move", change: "keep" };
    expect(await said(way, { flag: only }, true)).toEqual(told("putAddress", only));
    expect(await said(careful, { flag: only }, true)).toEqual([]);
  });

  test("is found where no two records have the same line", async () => {
    expect(await said({ ...careless, isUnique: true }, { flag: only })).toEqual(
      told("addAddress", only),
    );
  });
});

describe("a flag that several records may have", () => {
  const mine = "At most one address per country is the default one.";
  const others = [
    { id: "b-1", addressLine: "Dale 1", country: "Norway", isDefault: true },
    { id: "b-2", addressLine: "Dale 2", country: "Norway", isDefault: true },
  ];

  test("is left alone where another account has it, which the list shows too", async () => {
    expect(await said({ ...careful, others }, { flag: only })).toEqual([]);
  });

  test("is left alone at addresses of two countries, where each has one", async () => {
    const way: Way = { ...careful, isByCountry: true };
    expect(await said(way, { flag: mine })).toEqual([]);
    expect(await said(careless, { flag: mine })).toEqual(told("addAddress", mine));
  });

  test.each<[string, Said]>([
    [
      "a condition",
      { flag: "With only one address it is ignored. It stands if only one address is there." },
    ],
    ["an exception", { flag: "Only one address is the default, unless goods are split." }],
    ["another flag", { create: "Only one address can be added at a time." }],
    ["records in a state", { flag: "Only one active address is the default." }],
    ["a text", { line: only }],
    ["another resource", { flag: "Only one parcel is sent there." }],
    ["nothing", {}],
  ])("is not tried: %s", async (_, texts) => {
    const stated = addresses(texts).replace(
      "properties: { id:",
      "properties: { state: { type: string, enum: [active, old] }, id:",
    );
    const api = verifiedApi(await read(stated));
    expect(resourceFlows(api).flatMap((one) => flagRulesOf(api, one))).toEqual([]);
  });

  test("may stay where the list does not show it yet", async () => {
    const known = addressService(careless);
    const without = async (request: Request): Promise<Response> => {
      const answer = await known(request);
      if (!new URL(request.url).pathname.endsWith("/addresses") || request.method !== "GET")
        return answer;
      const all = (await answer.json()) as Address[];
      return Response.json(all.map((one) => ({ ...one, isDefault: false })));
    };
    const { failures } = await verifyServer({
      description: await read(addresses({ flag: only })),
      server: { fetch: without },
      replay: ["addAddress/single-flag/isDefault"],
    });
    expect(failures).toEqual([]);
  });

  test("is not tried without a list", async () => {
    const api = verifiedApi(
      await read(
        addresses({ flag: only }).replace("  /addresses:\n    get:", "  /addresses:\n    trace:"),
      ),
    );
    expect(resourceFlows(api).flatMap((one) => flagRulesOf(api, one))).toEqual([]);
  });

  test("is not given by a change that does not know it", async () => {
    const closed = `schema: { type: object, additionalProperties: false, properties: { holder: { type: string, example: Bob } } }`;
    const [before = "", after = ""] = addresses({ flag: only }).split("operationId: changeAddress");
    const known = addressService(careful);
    const { failures } = await verifyServer({
      description: await read(
        `${before}operationId: changeAddress${after.replace('schema: { $ref: "#/components/schemas/NewAddress" }', closed)}`,
      ),
      server: {
        fetch: async (request) => {
          const isKnown =
            request.method !== "PATCH" || !(await request.clone().text()).includes("isDefault");
          return isKnown ? known(request) : new Response(null, { status: 422 });
        },
      },
      replay: ["addAddress/single-flag/isDefault"],
    });
    expect(failures).toEqual([]);
  });

  test("is one of each customer, of whom another one may be needed", async () => {
    const customers = `
  /customers:
    post:
      operationId: addCustomer
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Customer" } } } }
  /customers/{customerId}:
    get:
      operationId: getCustomer
      parameters: [{ name: customerId, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Customer" } } } }
        "404": { description: None. }
components:
  schemas:
    Customer: { type: object, required: [id], properties: { id: { type: string } } }`;
    const yaml = addresses({ flag: only })
      .replace("components:\n  schemas:", customers.slice(1))
      .replace("holder]", "customerId]")
      .replace(
        "holder: { type: string, minLength: 1, maxLength: 60, example: Ann }",
        "customerId: { type: string, minLength: 1 }",
      );
    const known = addressService(careless);
    const named: unknown[] = [];
    let count = 0;
    const { failures, errors } = await verifyServer({
      description: await read(yaml),
      server: {
        fetch: async (request) => {
          if (new URL(request.url).pathname.startsWith("/customers"))
            return Response.json(
              { id: `k-${(count += 1)}` },
              { status: request.method === "POST" ? 201 : 200 },
            );
          if (request.method !== "POST") return known(request);
          const { customerId } = (await request.clone().json()) as {
            readonly customerId?: unknown;
          };
          if (named.includes(customerId)) return new Response(null, { status: 409 });
          named.push(customerId);
          return known(request);
        },
      },
      replay: ["addAddress/single-flag/isDefault"],
    });
    expect(errors).toEqual([]);
    expect(failures).toEqual([]);
    expect(named.length).toBeGreaterThan(1);
  });
});
