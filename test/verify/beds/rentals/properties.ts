// Properties and their units.
import {
  BASE,
  Problem,
  compareText,
  evaluate,
  fold,
  notFound,
  now,
  readConditions,
  readJson,
  tagOf,
} from "./lib.ts";
import type { Conditions, Ctx, Reply } from "./lib.ts";
import {
  activeLeaseOf,
  leases,
  newId,
  payments,
  photos,
  properties,
  tickets,
  units,
} from "./store.ts";
import type { Property, Unit } from "./store.ts";
import { check, int, list, may, need, nullable, num, object, text } from "./validate.ts";
import { fault } from "./faults.ts";

const addressRule = object({
  street: need(text(1, 120)),
  city: need(text(1, 80)),
  postcode: need(text(1, 12)),
  country: need(text(2, 2, /^[A-Z]{2}$/)),
});
const propertyRule = object({
  name: need(text(1, 80)),
  address: need(addressRule),
  yearBuilt: may(nullable(int(1500, 2100))),
  notes: may(nullable(text(0, 1000))),
  tags: may(list(10, text(1, 30))),
});
const unitRule = object({
  label: need(text(1, 20)),
  bedrooms: need(int(0, 20)),
  areaSqm: need(num(1, 10000)),
  floor: may(nullable(int(-5, 200))),
  askingRentCents: need(int(1, 100000000)),
});
const EDITABLE = ["name", "address", "yearBuilt", "notes", "tags"];
const ADDRESS = ["street", "city", "postcode", "country"];

type Input = Pick<Property, "name" | "address"> &
  Partial<Pick<Property, "yearBuilt" | "notes" | "tags">>;

export function unitView(u: Unit) {
  return {
    id: u.id,
    propertyId: u.propertyId,
    label: u.label,
    bedrooms: u.bedrooms,
    areaSqm: u.areaSqm,
    floor: u.floor,
    askingRentCents: u.askingRentCents,
    hasPhoto: photos.has(u.id),
    activeLeaseId: activeLeaseOf.get(u.id) ?? null,
  };
}
export const unitsOf = (propertyId: string): Unit[] =>
  [...units.values()].filter((u) => u.propertyId === propertyId);

function view(p: Property) {
  const mine = unitsOf(p.id);
  if (!fault("property-units-unsorted")) mine.sort((a, b) => compareText(a.label, b.label));
  return {
    id: p.id,
    name: p.name,
    address: p.address,
    yearBuilt: p.yearBuilt,
    notes: p.notes,
    tags: p.tags,
    unitCount: mine.length,
    units: mine.map(unitView),
    createdAt: p.createdAt,
    updatedAt: p.updatedAt,
  };
}
function tag(p: Property): string {
  return tagOf(JSON.stringify(view(p)));
}
function find(c: Ctx): Property {
  const p = properties.get(c.params.propertyId!);
  const open = fault("property-foreign-readable") && (c.method === "GET" || c.method === "HEAD");
  if (!p || (p.owner !== c.manager && !open)) throw notFound("property");
  return p;
}
function nameFree(c: Ctx, name: string, except?: string): void {
  const wide = fault("property-name-across-managers") && !except;
  for (const p of properties.values()) {
    if ((p.owner === c.manager || wide) && p.id !== except && fold(p.name) === fold(name)) {
      throw new Problem("name-taken", "Another property of yours has this name.");
    }
  }
}
function requireMatch(k: Conditions): void {
  if (!k.match)
    throw new Problem("precondition-required", "Send the entity tag of the property in If-Match.");
}

export async function createProperty(c: Ctx): Promise<Reply> {
  const b = check<Input>(await readJson(c), propertyRule);
  nameFree(c, b.name);
  const at = now();
  const p: Property = {
    id: newId("prp"),
    owner: c.manager,
    name: b.name,
    address: b.address,
    yearBuilt: b.yearBuilt ?? null,
    notes: b.notes ?? null,
    tags: b.tags ?? [],
    createdAt: at,
    updatedAt: at,
  };
  properties.set(p.id, p);
  const path = (fault("property-location-base") ? "" : BASE) + "/properties/" + p.id;
  return { status: 201, headers: { Location: path, ETag: tag(p) }, json: view(p) };
}

export async function getProperty(c: Ctx): Promise<Reply> {
  const k = readConditions(c);
  const p = find(c);
  const headers = { ETag: tag(p) };
  if (evaluate(c, k, headers.ETag)) return { status: 304, headers };
  return { status: 200, headers, json: view(p) };
}

type Json = Record<string, unknown>;
const isObject = (v: unknown): v is Json =>
  typeof v === "object" && v !== null && !Array.isArray(v);
function merge(target: unknown, patch: unknown, depth = 0): unknown {
  if (!isObject(patch) || depth > 1) return patch; // nothing of ours is nested deeper
  if (depth > 0 && fault("patch-address-shallow")) return patch;
  const out: Json = isObject(target) ? { ...target } : {};
  for (const [k, v] of Object.entries(patch)) {
    if (v === null) delete out[k];
    else out[k] = merge(out[k], v, depth + 1);
  }
  return out;
}

export async function updateProperty(c: Ctx): Promise<Reply> {
  const k = readConditions(c);
  const p = find(c);
  requireMatch(k);
  const patch = await readJson(c, "application/merge-patch+json");
  const known = (names: string[], nested: string[] | null) =>
    object(
      Object.fromEntries(
        names.map((n) => [
          n,
          may((v, at, e) => {
            if (n === "address" && nested && isObject(v)) known(nested, null)(v, at, e);
          }),
        ]),
      ),
    );
  check(patch, known(EDITABLE, ADDRESS));
  const before: Json = { name: p.name, address: p.address, tags: p.tags };
  if (p.yearBuilt !== null) before.yearBuilt = p.yearBuilt;
  if (p.notes !== null) before.notes = p.notes;
  const merged = merge(before, patch);
  if (fault("patch-address-shallow") && isObject((merged as Json).address)) {
    check({ ...(merged as Json), address: p.address }, propertyRule);
  } else check(merged, propertyRule);
  const b = merged as Input;
  nameFree(c, b.name, p.id);
  if (!properties.has(p.id)) throw notFound("property");
  const old = tag(p);
  evaluate(c, k, old);
  const next = {
    name: b.name,
    address: b.address,
    yearBuilt: b.yearBuilt ?? null,
    notes: b.notes ?? null,
    tags: b.tags ?? [],
  };
  const a = p.address;
  const same =
    JSON.stringify([
      p.name,
      a.street,
      a.city,
      a.postcode,
      a.country,
      p.yearBuilt,
      p.notes,
      p.tags,
    ]) ===
    JSON.stringify([
      next.name,
      next.address.street,
      next.address.city,
      next.address.postcode,
      next.address.country,
      next.yearBuilt,
      next.notes,
      next.tags,
    ]);
  if (!same) Object.assign(p, next, { updatedAt: now() });
  return { status: 200, headers: { ETag: fault("patch-old-etag") ? old : tag(p) }, json: view(p) };
}

export async function deleteProperty(c: Ctx): Promise<Reply> {
  const k = readConditions(c);
  const p = find(c);
  if (!fault("delete-if-match-optional")) requireMatch(k);
  const ids = new Set(unitsOf(p.id).map((u) => u.id));
  const own = [...leases.values()].filter((l) => ids.has(l.unitId));
  const blocking = fault("delete-despite-draft") ? ["active"] : ["active", "draft"];
  if (own.some((l) => blocking.includes(l.status))) {
    throw new Problem("property-in-use", "A unit of the property has a draft or active lease.");
  }
  evaluate(c, k, tag(p));
  for (const l of own) {
    leases.delete(l.id);
    for (let i = payments.length - 1; i >= 0; i--)
      if (payments[i]!.leaseId === l.id) payments.splice(i, 1);
  }
  if (!fault("delete-leaves-tickets"))
    for (const t of tickets.values()) if (ids.has(t.unitId)) tickets.delete(t.id);
  for (const id of ids) {
    photos.delete(id);
    activeLeaseOf.delete(id);
    units.delete(id);
  }
  properties.delete(p.id);
  return { status: 204 };
}

export async function addUnit(c: Ctx): Promise<Reply> {
  const p = find(c);
  const b = check<Omit<Unit, "id" | "owner" | "propertyId" | "floor"> & { floor?: number | null }>(
    await readJson(c),
    unitRule,
  );
  if (!properties.has(p.id)) throw notFound("property");
  const rivals = fault("unit-label-across-properties")
    ? [...units.values()].filter((u) => u.owner === c.manager)
    : unitsOf(p.id);
  if (rivals.some((u) => fold(u.label) === fold(b.label))) {
    throw new Problem("label-taken", "Another unit of the property has this label.");
  }
  const u: Unit = {
    id: newId("unt"),
    owner: c.manager,
    propertyId: p.id,
    label: b.label,
    bedrooms: b.bedrooms,
    areaSqm: b.areaSqm,
    floor: fault("unit-ground-floor-null") ? b.floor || null : (b.floor ?? null),
    askingRentCents: b.askingRentCents,
  };
  units.set(u.id, u);
  return { status: 201, json: unitView(u) };
}
