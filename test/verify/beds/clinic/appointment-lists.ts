import { dateTime, instant, oneOf, text } from "./check.ts";
import { fault } from "./faults.ts";
import type { Answer, Call } from "./http.ts";
import { count, optional, repeated } from "./parameters.ts";
import { appointments, type Appointment } from "./store.ts";

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function between(call: Call): (appointment: Appointment) => boolean {
  const from = optional(call, "from", dateTime);
  const to = optional(call, "to", dateTime);
  const start = from === undefined ? undefined : instant(from);
  const end = to === undefined ? undefined : instant(to);
  return ({ startsAt }) =>
    (start === undefined || startsAt >= start) && (end === undefined || startsAt < end);
}

function selected(call: Call): Appointment[] {
  const isBetween = between(call);
  const patientId = optional(call, "patientId", text(1, 40));
  const asked = repeated(call, "status", oneOf("booked", "cancelled"));
  const statuses = fault("first-status-only") ? asked.slice(0, 1) : asked;
  const isOwn = (practice: string): boolean =>
    practice === call.practice || (patientId !== undefined && fault("foreign-by-patient-filter"));
  return [...appointments.values()]
    .filter(({ practice }) => isOwn(practice))
    .map(({ appointment }) => appointment)
    .filter((each) => patientId === undefined || each.patientId === patientId)
    .filter(({ status }) => statuses.length === 0 || statuses.includes(status))
    .filter(isBetween);
}

function sorted(items: Appointment[], sort: string): Appointment[] {
  const member = sort.endsWith("startsAt") ? "startsAt" : "createdAt";
  const sign = sort.startsWith("-") && !fault("descending-ignored") ? -1 : 1;
  return items.toSorted((a, b) => sign * compare(a[member], b[member]) || compare(a.id, b.id));
}

/** The pages beside this one that have items, by the query that was asked. */
function links(call: Call, page: number, last: number): Record<string, string> {
  const to = (target: number, rel: string): string => {
    const query = new URLSearchParams(fault("link-loses-filters") ? undefined : call.query);
    query.set("page", String(target));
    return `</appointments?${query}>; rel="${rel}"`;
  };
  const found = [
    page < last && to(page + 1, "next"),
    page > 1 && page - 1 <= last && to(page - 1, "prev"),
  ].filter(Boolean);
  return found.length > 0 ? { Link: found.join(", ") } : {};
}

export function listAppointments(call: Call): Answer {
  const page = count(call, "page", 1_000_000, 1);
  const perPage = count(call, "perPage", 100, 20);
  const orders = oneOf("startsAt", "-startsAt", "createdAt", "-createdAt");
  const sort = optional(call, "sort", orders) ?? "startsAt";
  const all = sorted(selected(call), sort);
  const first = (page - 1) * perPage;
  const start = fault("pages-overlap") && page > 1 ? first - 1 : first;
  const items = all.slice(start, start + perPage);
  return {
    status: 200,
    headers: links(call, page, Math.ceil(all.length / perPage)),
    json: { items, page, perPage, total: fault("total-of-page") ? items.length : all.length },
  };
}

/** How many appointments are read from the store at a time. */
const BATCH = 3;

function* lines(all: Appointment[]): Generator<string> {
  for (let at = 0; at < all.length; at += BATCH) {
    const batch = all.slice(at, at + BATCH);
    if (batch.length < BATCH && at > 0 && fault("export-last-batch-lost")) return;
    const written = batch.map((each) => `${JSON.stringify(each)}\n`).join("");
    // Only line breaks within texts are escaped: JSON.stringify writes none of its own.
    yield fault("export-breaks-lines") ? written.replaceAll("\\n", "\n") : written;
  }
}

export function exportAppointments(call: Call): Answer {
  const isBetween = between(call);
  const all = [...appointments.values()]
    .filter(({ practice }) => practice === call.practice)
    .map(({ appointment }) => appointment)
    .filter(isBetween);
  return {
    status: 200,
    headers: { "Content-Type": "application/jsonl" },
    lines: lines(sorted(all, "startsAt")),
  };
}
