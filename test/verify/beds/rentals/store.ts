// Records in memory and the seed records of the two managers.
import { now } from "./lib.ts";

export type Address = { street: string; city: string; postcode: string; country: string };
export type Property = {
  id: string;
  owner: string;
  name: string;
  address: Address;
  yearBuilt: number | null;
  notes: string | null;
  tags: string[];
  createdAt: string;
  updatedAt: string;
};
export type Unit = {
  id: string;
  owner: string;
  propertyId: string;
  label: string;
  bedrooms: number;
  areaSqm: number;
  floor: number | null;
  askingRentCents: number;
};
export type Tenant = {
  id: string;
  owner: string;
  name: string;
  email: string;
  phone: string | null;
  bornOn: string | null;
  createdAt: string;
};
export type LeaseStatus = "draft" | "active" | "ended" | "terminated";
export type Lease = {
  id: string;
  owner: string;
  unitId: string;
  tenantId: string;
  startsOn: string;
  endsOn: string | null;
  rentCents: number;
  depositCents: number;
  status: LeaseStatus;
  activatedOn: string | null;
  closedOn: string | null;
  reason: string | null;
  createdAt: string;
};
export type Payment = {
  id: string;
  leaseId: string;
  amountCents: number;
  paidOn: string;
  method: string;
  reference: string | null;
  receivedAt: string;
};
export type Comment = { author: string; text: string; writtenAt: string };
export type Ticket = {
  id: string;
  owner: string;
  unitId: string;
  propertyId: string;
  title: string;
  description: string | null;
  priority: string;
  status: string;
  assignee: string | null;
  comments: Comment[];
  openedAt: string;
  resolvedAt: string | null;
  closedAt: string | null;
};
export type Photo = { type: string; bytes: Buffer; tag: string };
export type Settings = {
  companyName: string;
  currency: string;
  depositMonths: number;
  noticeDays: number;
  emergencyPhone: string | null;
  defaultAssignee: string | null;
  updatedAt: string;
};

export const properties = new Map<string, Property>();
export const units = new Map<string, Unit>();
export const tenants = new Map<string, Tenant>();
export const leases = new Map<string, Lease>();
export const payments: Payment[] = [];
export const tickets = new Map<string, Ticket>();
export const photos = new Map<string, Photo>();
export const settings = new Map<string, Settings>();
export const activeLeaseOf = new Map<string, string>(); // unit id -> lease id

export const MANAGERS: Record<string, string> = {
  "key-marta-7f3a51": "marta",
  "key-jonas-2c918e": "jonas",
};

const counters: Record<string, number> = {};
export function newId(prefix: string): string {
  counters[prefix] = (counters[prefix] ?? 0) + 1;
  return `${prefix}_${String(counters[prefix]).padStart(6, "0")}`;
}

function property(
  owner: string,
  name: string,
  street: string,
  city: string,
  postcode: string,
  yearBuilt: number | null,
  notes: string | null,
  tags: string[],
): Property {
  const at = now();
  const p = {
    id: newId("prp"),
    owner,
    name,
    address: { street, city, postcode, country: "DE" },
    yearBuilt,
    notes,
    tags,
    createdAt: at,
    updatedAt: at,
  };
  properties.set(p.id, p);
  return p;
}
function unit(
  p: Property,
  label: string,
  bedrooms: number,
  areaSqm: number,
  floor: number | null,
  rent: number,
): Unit {
  const u = {
    id: newId("unt"),
    owner: p.owner,
    propertyId: p.id,
    label,
    bedrooms,
    areaSqm,
    floor,
    askingRentCents: rent,
  };
  units.set(u.id, u);
  return u;
}
function tenant(
  owner: string,
  name: string,
  email: string,
  phone: string | null,
  bornOn: string | null,
): Tenant {
  const t = { id: newId("ten"), owner, name, email, phone, bornOn, createdAt: now() };
  tenants.set(t.id, t);
  return t;
}
function lease(
  u: Unit,
  t: Tenant,
  startsOn: string,
  endsOn: string | null,
  rentCents: number,
  status: LeaseStatus,
  closedOn: string | null = null,
  reason: string | null = null,
): Lease {
  const l = {
    id: newId("lse"),
    owner: u.owner,
    unitId: u.id,
    tenantId: t.id,
    startsOn,
    endsOn,
    rentCents,
    depositCents: rentCents * 2,
    status,
    activatedOn: status === "draft" ? null : startsOn,
    closedOn,
    reason,
    createdAt: now(),
  };
  leases.set(l.id, l);
  if (status === "active") activeLeaseOf.set(u.id, l.id);
  return l;
}
function pay(
  l: Lease,
  amountCents: number,
  paidOn: string,
  method: string,
  reference: string | null,
): void {
  payments.push({
    id: newId("pay"),
    leaseId: l.id,
    amountCents,
    paidOn,
    method,
    reference,
    receivedAt: now(),
  });
}
function ticket(
  u: Unit,
  title: string,
  priority: string,
  status: string,
  assignee: string | null,
  comments: Comment[] = [],
): void {
  const at = now();
  const t = {
    id: newId("tic"),
    owner: u.owner,
    unitId: u.id,
    propertyId: u.propertyId,
    title,
    description: null,
    priority,
    status,
    assignee,
    comments,
    openedAt: at,
    resolvedAt: status === "resolved" || status === "closed" ? at : null,
    closedAt: status === "closed" ? at : null,
  };
  tickets.set(t.id, t);
}
function setting(owner: string, companyName: string, phone: string | null): void {
  settings.set(owner, {
    companyName,
    currency: "EUR",
    depositMonths: 2,
    noticeDays: 30,
    emergencyPhone: phone,
    defaultAssignee: null,
    updatedAt: now(),
  });
}

setting("marta", "Marta Lindner Hausverwaltung", "+4930555010");
setting("jonas", "Jonas & Söhne", null);

const p1 = property(
  "marta",
  "Lindenhof",
  "Lindenstraße 12",
  "Berlin",
  "10969",
  1928,
  "Caretaker lives in the back house.",
  ["courtyard", "listed"],
);
const u1 = unit(p1, "2 left", 2, 64.5, 2, 98000);
const u2 = unit(p1, "1 right", 1, 41, 1, 72000);
const u3 = unit(p1, "Attic", 3, 88.25, 5, 134000);
const p2 = property("marta", "Am Kanal", "Uferweg 3", "Potsdam", "14467", null, null, []);
const u4 = unit(p2, "A1", 0, 27, 0, 51000);
const t1 = tenant("marta", "Ayşe Demir", "ayse.demir@example.org", "+4915112345678", "1988-04-17");
const t2 = tenant("marta", "Paul Okafor", "paul@example.net", null, null);
const l1 = lease(u1, t1, "2025-01-01", "2025-12-31", 98000, "active");
const l2 = lease(u2, t2, "2024-02-01", "2024-12-31", 70000, "ended", "2024-12-31");
lease(u3, t2, "2025-03-01", null, 134000, "draft");
lease(u4, t2, "2025-02-01", "2026-01-31", 51000, "terminated", "2025-05-31", "Moved abroad.");
pay(l1, 98000, "2025-01-02", "bank", "RENT 01/25");
pay(l1, 98000, "2025-02-03", "bank", null);
pay(l2, 70000, "2024-12-01", "cash", null);
ticket(u1, "Kitchen tap drips", "normal", "open", null);
ticket(u2, "Heating is cold", "urgent", "assigned", "Kessler Heizung", [
  { author: "marta", text: "They come on Thursday.", writtenAt: now() },
]);
ticket(u3, "Replace the cellar lamp", "low", "resolved", "Caretaker");

const p3 = property("jonas", "Hafenblick", "Kai 7", "Hamburg", "20457", 2009, null, ["new"]);
const u5 = unit(p3, "01", 2, 70, 0, 145000);
unit(p3, "02", 2, 71.5, 0, 149000);
const t3 = tenant("jonas", "Ida Brandt", "ida.brandt@example.com", "+49401234567", null);
const l5 = lease(u5, t3, "2025-01-15", null, 145000, "active");
pay(l5, 145000, "2025-02-01", "bank", null);
ticket(u5, "Window does not close", "high", "open", null);
