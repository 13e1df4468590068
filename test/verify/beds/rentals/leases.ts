// Tenants and leases.
import {
  BASE,
  Problem,
  enumParam,
  fold,
  intParam,
  listParam,
  notFound,
  now,
  badParameter,
  one,
  readJson,
} from "./lib.ts";
import type { Ctx, Reply } from "./lib.ts";
import { activeLeaseOf, leases, newId, payments, settings, tenants, units } from "./store.ts";
import type { Lease, LeaseStatus, Payment, Tenant } from "./store.ts";
import { check, date, int, isDate, may, need, nullable, object, refuse, text } from "./validate.ts";
import { fault } from "./faults.ts";

const EMAIL = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/;
export const PHONE = /^\+[1-9][0-9]{6,14}$/;
const tenantRule = object({
  name: need(text(1, 100)),
  email: need(text(6, 100, EMAIL)),
  phone: may(nullable(text(8, 16, PHONE))),
  bornOn: may(nullable(date)),
});
const leaseRule = object({
  unitId: need(text(0, 65536)),
  tenantId: need(text(0, 65536)),
  startsOn: need(date),
  endsOn: may(nullable(date)),
  rentCents: may(int(1, 100000000)),
  depositCents: may(int(0, 1200000000)),
});
const moveRule = object({ on: need(date), reason: may(text(1, 500)) });
const STATUSES = ["draft", "active", "ended", "terminated"];

export async function createTenant(c: Ctx): Promise<Reply> {
  const b = check<{ name: string; email: string; phone?: string | null; bornOn?: string | null }>(
    await readJson(c),
    tenantRule,
  );
  const norm = fault("tenant-email-case") ? (s: string) => s : fold;
  for (const t of tenants.values()) {
    if (t.owner === c.manager && norm(t.email) === norm(b.email)) {
      throw new Problem("email-taken", "Another tenant of yours has this e-mail address.");
    }
  }
  const t: Tenant = {
    id: newId("ten"),
    owner: c.manager,
    name: fault("tenant-name-trimmed") ? b.name.trim() || b.name : b.name,
    email: b.email,
    phone: b.phone ?? null,
    bornOn: b.bornOn ?? null,
    createdAt: now(),
  };
  tenants.set(t.id, t);
  const { owner, ...shown } = t;
  return { status: 201, json: shown };
}

export const paymentsOf = (id: string): Payment[] => payments.filter((p) => p.leaseId === id);
export function findLease(c: Ctx): Lease {
  const l = leases.get(c.params.leaseId!);
  if (!l || l.owner !== c.manager) throw notFound("lease");
  return l;
}
const paidCache = new Map<string, number>();
export function paidCents(l: Lease): number {
  if (fault("lease-paid-cached")) {
    const hit = paidCache.get(l.id);
    if (hit !== undefined) return hit;
  }
  const sum = paymentsOf(l.id).reduce((n, p) => n + p.amountCents, 0);
  paidCache.set(l.id, sum);
  return sum;
}
function summary(l: Lease) {
  const t = tenants.get(l.tenantId)!;
  return {
    id: l.id,
    unitId: l.unitId,
    propertyId: units.get(l.unitId)!.propertyId,
    tenant: { id: t.id, name: t.name, email: t.email },
    startsOn: l.startsOn,
    endsOn: l.endsOn,
    rentCents: l.rentCents,
    depositCents: l.depositCents,
    status: l.status,
    activatedOn: l.activatedOn,
    closedOn: l.closedOn,
    reason: l.reason,
    paidCents: paidCents(l),
    createdAt: l.createdAt,
  };
}
function detail(l: Lease) {
  const list = paymentsOf(l.id);
  if (!fault("lease-payments-unsorted"))
    list.sort((a, b) => (a.paidOn < b.paidOn ? -1 : a.paidOn > b.paidOn ? 1 : 0));
  return { ...summary(l), payments: list };
}

type LeaseInput = {
  unitId: string;
  tenantId: string;
  startsOn: string;
  endsOn?: string | null;
  rentCents?: number;
  depositCents?: number;
};
export async function createLease(c: Ctx): Promise<Reply> {
  const b = check<LeaseInput>(await readJson(c), leaseRule);
  const u = units.get(b.unitId);
  if (!u || u.owner !== c.manager) refuse("/unitId", "is not a unit of yours");
  const t = tenants.get(b.tenantId);
  if (!t || (t.owner !== c.manager && !fault("lease-foreign-tenant")))
    refuse("/tenantId", "is not a tenant of yours");
  const ends = b.endsOn ?? null;
  if (ends !== null && (fault("lease-ends-same-day") ? ends < b.startsOn : ends <= b.startsOn)) {
    refuse("/endsOn", "must be after startsOn");
  }
  const rentCents = b.rentCents ?? u.askingRentCents;
  const months = settings.get(c.manager)!.depositMonths;
  const l: Lease = {
    id: newId("lse"),
    owner: c.manager,
    unitId: u.id,
    tenantId: t.id,
    startsOn: b.startsOn,
    endsOn: ends,
    rentCents,
    depositCents: b.depositCents ?? rentCents * months,
    status: "draft",
    activatedOn: null,
    closedOn: null,
    reason: null,
    createdAt: now(),
  };
  leases.set(l.id, l);
  return { status: 201, headers: { Location: `${BASE}/leases/${l.id}` }, json: detail(l) };
}

function dateParam(c: Ctx, name: string): string | undefined {
  const raw = one(c, name);
  if (raw !== undefined && !isDate(raw))
    throw badParameter(name, `${name} is a date from 1900-01-01 to 2199-12-31.`);
  return raw;
}

export async function listLeases(c: Ctx): Promise<Reply> {
  let status = listParam(c, "status", STATUSES);
  const unitId = one(c, "unitId");
  const tenantId = one(c, "tenantId");
  const from = dateParam(c, "startsFrom");
  const to = dateParam(c, "startsTo");
  const sort =
    enumParam(c, "sort", ["startsOn", "-startsOn", "rentCents", "-rentCents"]) ?? "startsOn";
  const page = intParam(c, "page", 1, 1000000, 1);
  const perPage = intParam(c, "perPage", 1, 100, 20);
  if (fault("leases-first-status-only") && status) status = status.slice(0, 1);
  const all = [...leases.values()].filter(
    (l) =>
      l.owner === c.manager &&
      (!status || status.includes(l.status)) &&
      (unitId === undefined || l.unitId === unitId) &&
      (tenantId === undefined || l.tenantId === tenantId) &&
      (from === undefined || l.startsOn >= from) &&
      (to === undefined ||
        (fault("leases-starts-to-exclusive") ? l.startsOn < to : l.startsOn <= to)),
  );
  const key = sort.replace("-", "") as "startsOn" | "rentCents";
  const down = sort.startsWith("-");
  if (fault("leases-descending-ties")) {
    all.sort((a, b) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0));
    if (down) all.reverse();
  } else {
    all.sort((a, b) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0) * (down ? -1 : 1));
  }
  const start = (page - 1) * perPage;
  const items = all.slice(start, start + perPage).map(summary);
  const total = all.length;
  const pages = fault("leases-page-count")
    ? Math.floor(total / perPage) + 1
    : Math.ceil(total / perPage);
  const address = (n: number): string => {
    const q = new URLSearchParams();
    for (const k of ["status", "unitId", "tenantId", "startsFrom", "startsTo", "sort", "perPage"]) {
      if (fault("leases-link-loses-sort") && k === "sort") continue;
      if (c.query.has(k)) q.set(k, c.query.get(k)!);
    }
    q.set("page", String(n));
    return `${BASE}/leases?${q}`;
  };
  const links: string[] = [];
  if (page > 1) links.push(`<${address(page - 1)}>; rel="prev"`);
  if (page < Math.ceil(total / perPage)) links.push(`<${address(page + 1)}>; rel="next"`);
  return {
    status: 200,
    headers: links.length ? { Link: links.join(", ") } : {},
    json: { items, page, perPage, total, pages },
  };
}

export async function getLease(c: Ctx): Promise<Reply> {
  return { status: 200, json: detail(findLease(c)) };
}

export async function moveLease(c: Ctx): Promise<Reply> {
  const l = findLease(c);
  const action = c.params.action;
  const b = check<{ on: string; reason?: string }>(await readJson(c), moveRule);
  if (action === "terminate" && b.reason === undefined) refuse("/reason", "is missing");
  if (action !== "terminate" && b.reason !== undefined)
    refuse("/reason", "belongs to a termination only");
  const first = action === "activate" ? l.startsOn : (l.activatedOn ?? l.startsOn);
  if (b.on < first) refuse("/on", `must not be before ${first}`);
  if (l.endsOn !== null) {
    if (action === "activate" && b.on > l.endsOn) refuse("/on", "must not be after endsOn");
    if (action === "end" && b.on < l.endsOn) refuse("/on", "must not be before endsOn");
    if (action === "terminate" && b.on >= l.endsOn) refuse("/on", "must be before endsOn");
  }
  if (!leases.has(l.id)) throw notFound("lease");
  const wanted: LeaseStatus = action === "activate" ? "draft" : "active";
  if (l.status !== wanted)
    throw new Problem("lease-state", `The lease is ${l.status}, not ${wanted}.`);
  if (action === "activate") {
    if (activeLeaseOf.has(l.unitId) && !fault("lease-double-active")) {
      throw new Problem("unit-occupied", "The unit has another active lease.");
    }
    l.status = "active";
    l.activatedOn = b.on;
    activeLeaseOf.set(l.unitId, l.id);
  } else {
    l.status = action === "end" ? "ended" : "terminated";
    l.closedOn = b.on;
    l.reason = b.reason ?? null;
    if (!(fault("lease-terminated-occupies") && action === "terminate"))
      activeLeaseOf.delete(l.unitId);
  }
  return { status: 200, json: detail(l) };
}
