// Customers, the one resource with an ETag.
import { createHash } from "node:crypto";
import { fault } from "./faults.ts";
import {
  BASE,
  empty,
  json,
  notFound,
  parseJson,
  Problem,
  requireContent,
  type Answer,
  type Call,
} from "./http.ts";
import { newId, now, workshops, type Customer, type Workshop } from "./store.ts";
import { checkBody, type Shapes } from "./validate.ts";

const SHAPES: Shapes = {
  name: { kind: "text", required: true, min: 1, max: 120 },
  kind: { kind: "text", required: true, oneOf: ["private", "company"] },
  email: {
    kind: "text",
    nullable: true,
    fallback: null,
    max: 254,
    pattern: /^[!-?A-~]+@[!-?A-~]+$/,
  },
  phone: { kind: "text", nullable: true, fallback: null, pattern: /^\+[1-9][0-9]{6,14}$/ },
  note: { kind: "text", fallback: "", max: 500 },
  tags: { kind: "list", fallback: [], max: 5, of: { kind: "text", min: 1, max: 30 } },
};

export function customerView(workshop: Workshop, customer: Customer) {
  let vehicleCount = 0;
  for (const vehicle of workshop.vehicles.values())
    if (vehicle.customerId === customer.id) vehicleCount++;
  const { id, name, kind, email, phone, note, tags, createdAt, updatedAt } = customer;
  return { id, name, kind, email, phone, note, tags, vehicleCount, createdAt, updatedAt };
}

function etagOf(view: ReturnType<typeof customerView>): string {
  const hashed = fault("customer-etag-ignores-vehicles") ? { ...view, vehicleCount: 0 } : view;
  return `"${createHash("sha256").update(JSON.stringify(hashed)).digest("hex").slice(0, 24)}"`;
}

function listed(header: string): string[] {
  return header.match(/(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g) ?? [];
}

const opaque = (tag: string): string => tag.replace(/^W\//, "");

function matchesWeakly(header: string, etag: string): boolean {
  if (header.trim() === "*") return true;
  if (fault("customer-if-none-match-list")) return opaque(header.trim()) === etag;
  return listed(header).some((tag) => opaque(tag) === etag);
}

function matchesStrongly(header: string, etag: string): boolean {
  if (header.trim() === "*") return true;
  if (fault("customer-if-match-weak")) return listed(header).some((tag) => opaque(tag) === etag);
  return listed(header).includes(etag);
}

function find(call: Call): Customer {
  const customer = call.workshop.customers.get(call.params.customerId);
  if (!customer) throw notFound("customer");
  return customer;
}

export function createCustomer(call: Call): Answer {
  const fields = checkBody<Omit<Customer, "id">>(
    parseJson(requireContent(call, "application/json")),
    SHAPES,
  );
  const at = now();
  const customer = { id: newId("cus"), ...fields, createdAt: at, updatedAt: at } as Customer;
  if (fault("customer-text-trimmed")) {
    customer.name = customer.name.trim();
    customer.note = customer.note.trim();
  }
  call.workshop.customers.set(customer.id, customer);
  const view = customerView(call.workshop, customer);
  const base = fault("customer-location-no-base") ? "" : BASE;
  return json(201, view, { Location: `${base}/customers/${customer.id}`, ETag: etagOf(view) });
}

export function getCustomer(call: Call): Answer {
  let workshop = call.workshop;
  if (fault("customer-foreign-read")) {
    workshop = workshops.find((one) => one.customers.has(call.params.customerId)) ?? workshop;
  }
  const view = customerView(workshop, find({ ...call, workshop }));
  const etag = etagOf(view);
  const ifMatch = call.header("if-match");
  if (ifMatch !== undefined && !matchesStrongly(ifMatch, etag)) {
    throw new Problem(412, "The customer has another ETag.");
  }
  const ifNoneMatch = call.header("if-none-match");
  if (ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, etag))
    return empty(304, { ETag: etag });
  return json(200, view, { ETag: etag });
}

export function updateCustomer(call: Call): Answer {
  const customer = find(call);
  const content = requireContent(call, "application/merge-patch+json");
  const etag = etagOf(customerView(call.workshop, customer));
  const ifMatch = call.header("if-match");
  if (ifMatch === undefined) {
    if (!fault("customer-patch-no-428"))
      throw new Problem(428, "Send If-Match with the ETag of the customer.");
  } else if (!matchesStrongly(ifMatch, etag)) {
    throw new Problem(412, "The customer has another ETag.");
  }
  const ifNoneMatch = call.header("if-none-match");
  if (ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, etag)) {
    throw new Problem(412, "The customer has this ETag.");
  }
  const patch = checkBody<Partial<Customer>>(parseJson(content), SHAPES, true);
  const before = JSON.stringify(customer);
  if (fault("customer-patch-null-ignored")) {
    for (const [name, value] of Object.entries(patch))
      if (value !== null) Object.assign(customer, { [name]: value });
  } else {
    Object.assign(customer, patch);
  }
  if (JSON.stringify(customer) !== before || fault("customer-noop-touches"))
    customer.updatedAt = now();
  const view = customerView(call.workshop, customer);
  return json(200, view, { ETag: etagOf(view) });
}
