// Delivery addresses under labels which the client chooses.
import { codePoints, compareText, etagOf, fault, nextRev, notFound, now, Problem } from "./core.ts";
import { logEvent, orders } from "./data.ts";
import type { Address } from "./data.ts";
import { BASE, conditions, readJson, route } from "./http.ts";
import type { Context, Reply } from "./http.ts";
import { badParameter, bool, check, nullable, object, pattern, text } from "./validate.ts";

type AddressInput = Pick<Address, "recipient" | "street" | "city" | "postalCode" | "country"> &
  Partial<Pick<Address, "instructions" | "isDefault">>;

const addressInput = object(
  {
    recipient: text(1, 100),
    street: text(1, 200),
    city: text(1, 100),
    postalCode: pattern(/^[0-9A-Z -]{3,10}$/),
    country: pattern(/^[A-Z]{2}$/),
  },
  { instructions: nullable(text(0, 500)), isDefault: bool },
);

const view = ({ rev, ...rest }: Address) => rest;
const etag = (address: Address) => etagOf("a", address.rev);

function label(ctx: Context): string {
  const value = ctx.params[0]!;
  if (value === "." || value === ".." || codePoints(value) > 255) throw badParameter("label");
  return value;
}

function listAddresses({ account, query }: Context): Reply {
  const { page, limit } = query.paging();
  const country = query.get("country");
  if (country !== undefined && !/^[A-Z]{2}$/.test(country)) throw badParameter("country");
  const found = [...account.addresses.values()].filter(
    (a) => country === undefined || a.country === country,
  );
  found.sort((a, b) =>
    fault("addresses-locale-sort")
      ? a.label.localeCompare(b.label, "en")
      : compareText(a.label, b.label),
  );
  return {
    status: 200,
    json: {
      items: found.slice((page - 1) * limit, page * limit).map(view),
      page,
      limit,
      total: found.length,
    },
  };
}

function getAddress(ctx: Context): Reply {
  const address = ctx.account.addresses.get(label(ctx));
  if (!address) throw notFound("address");
  const headers = { ETag: etag(address) };
  if (conditions(ctx, headers.ETag)) return { status: 304, headers };
  const json: Partial<Address> = view(address);
  if (fault("address-null-omitted") && json.instructions === null) delete json.instructions;
  return { status: 200, json, headers };
}

function putAddress(ctx: Context): Reply {
  const { account } = ctx;
  const key = label(ctx);
  const input = readJson(ctx) as AddressInput;
  check(addressInput, input);
  const old = account.addresses.get(key);
  if (fault("address-create-only-ignored")) delete ctx.headers["if-none-match"];
  conditions(ctx, old && etag(old));

  const at = now();
  const address: Address = {
    label: key,
    recipient: input.recipient,
    street: input.street,
    city: input.city,
    postalCode: input.postalCode,
    country: input.country,
    instructions:
      input.instructions ??
      (fault("address-replace-merges") && input.instructions === undefined
        ? (old?.instructions ?? null)
        : null),
    isDefault: input.isDefault ?? false,
    createdAt: old?.createdAt ?? at,
    updatedAt: at,
    rev: nextRev(),
  };
  if (address.isDefault && !fault("address-two-defaults")) {
    for (const other of account.addresses.values()) {
      if (!other.isDefault || other.label === key) continue;
      other.isDefault = false;
      other.updatedAt = at;
      other.rev = nextRev();
    }
  }
  account.addresses.set(key, address);
  logEvent(account.id, "address.saved", key, at);

  const headers: Record<string, string> = { ETag: etag(address) };
  if (old && !fault("address-always-created")) return { status: 200, json: view(address), headers };
  const path = fault("address-location-raw") ? encodeURI(key) : encodeURIComponent(key);
  headers.Location = `${BASE}/addresses/${path}`;
  return { status: 201, json: view(address), headers };
}

function deleteAddress(ctx: Context): Reply {
  const { account } = ctx;
  const key = label(ctx);
  const address = account.addresses.get(key);
  if (!address) {
    if (fault("address-delete-missing")) return { status: 204 };
    throw notFound("address");
  }
  const used = [...orders.values()].some(
    (o) => o.owner === account.id && o.status === "open" && o.deliverTo === key,
  );
  if (used && !fault("address-delete-used"))
    throw new Problem(409, "in_use", "An open order is to be delivered to this address.");
  conditions(ctx, etag(address));
  account.addresses.delete(key);
  logEvent(account.id, "address.deleted", key);
  return { status: 204 };
}

export function addAddressRoutes(): void {
  route("/addresses", { GET: listAddresses });
  route("/addresses/{}", { GET: getAddress, PUT: putAddress, DELETE: deleteAddress });
}
