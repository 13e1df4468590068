import { eventBody } from "./bodies.ts";
import { accepted, choice } from "./checks.ts";
import { faulty } from "./faults.ts";
import { jsonOf, Problem } from "./http.ts";
import type { Answer, Call } from "./http.ts";
import { pageOf, pageRequest, Query } from "./pages.ts";
import { statuses } from "./records.ts";
import type { EventInput, TrackingEvent } from "./records.ts";
import { change, events, now, parcels } from "./store.ts";

const order = {
  name: "events",
  descending: false,
  key: (event: TrackingEvent) => (faulty("events-as-recorded") ? 0 : Date.parse(event.occurredAt)),
};

/** The instant in UTC, with milliseconds. */
function inUtc(instant: string): string {
  const read = faulty("event-offset-dropped") ? instant.replace(/[+-]\d\d:\d\d$/, "Z") : instant;
  return new Date(read).toISOString();
}

export function recordEvent(call: Call): Answer {
  const [parcelId = ""] = call.places;
  const parcel = parcels.get(call.account, parcelId);
  const { occurredAt, ...body } = accepted<EventInput>(eventBody, jsonOf(call));
  const { status } = parcel.value;
  const final = status === "delivered" || status === "returned";
  if (final) throw new Problem(409, "The parcel has arrived: nothing more happens to it.");
  const { value } = events.add(call.account, {
    ...body,
    id: events.newId(),
    parcelId,
    occurredAt: occurredAt === undefined ? now() : inUtc(occurredAt),
  });
  const changed = { ...parcel.value, status: body.kind, updatedAt: now() };
  if (faulty("event-keeps-parcel-tag")) parcel.value = changed;
  else change(parcel, changed);
  return { status: 201, json: value };
}

export function listEvents(call: Call): Answer {
  const [parcelId = ""] = call.places;
  parcels.get(call.account, parcelId);
  const query = new Query(call);
  const kind = query.one("kind", choice(statuses));
  const request = pageRequest(query);
  query.verify();
  const found = events
    .of(call.account)
    .filter(({ value }) => value.parcelId === parcelId)
    .filter(({ value }) => kind === undefined || value.kind === kind);
  return { status: 200, json: pageOf(found, order, request) };
}
