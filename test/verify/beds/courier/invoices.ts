import { choice, date } from "./checks.ts";
import { faulty } from "./faults.ts";
import type { Answer, Call } from "./http.ts";
import { pageOf, pageRequest, Query } from "./pages.ts";
import type { Order } from "./pages.ts";
import type { Invoice } from "./records.ts";
import { invoices } from "./store.ts";

const sorts = ["issuedOn", "-issuedOn", "totalCents", "-totalCents"];

function orderOf(sort: string): Order<Invoice> {
  const byTotal = sort.endsWith("totalCents");
  return {
    name: `invoices ${sort}`,
    descending: sort.startsWith("-"),
    key: (invoice) => (byTotal ? invoice.totalCents : invoice.issuedOn),
  };
}

export function listInvoices(call: Call): Answer {
  const query = new Query(call);
  const status = query.one("status", choice(["open", "paid"]));
  const from = query.one("issuedFrom", date) ?? "";
  const to = query.one("issuedTo", date) ?? "9";
  const sort = query.one("sort", choice(sorts)) ?? "-issuedOn";
  const request = pageRequest(query);
  query.verify();
  const found = invoices
    .of(call.account)
    .filter(({ value }) => status === undefined || value.status === status)
    .filter(({ value }) => value.issuedOn >= from)
    .filter(({ value }) =>
      faulty("invoice-last-day-missing") ? value.issuedOn < to : value.issuedOn <= to,
    );
  return { status: 200, json: pageOf(found, orderOf(sort), request) };
}
