// Appointments of job orders in the bays of the workshop.
import { fault } from "./faults.ts";
import {
  conflict,
  json,
  parseJson,
  requireContent,
  type Answer,
  type Call,
  type FieldError,
} from "./http.ts";
import { findOrder, isWorkable } from "./orders.ts";
import { Query } from "./query.ts";
import { WEEKDAYS, type Appointment, type Order, type Workshop } from "./store.ts";
import { checkBody, isTime, refuse, type Shapes } from "./validate.ts";

const SHAPES: Shapes = {
  bay: { kind: "int", required: true, min: 1, max: 20 },
  startsAt: { kind: "time", required: true },
  endsAt: { kind: "time", required: true },
};

const LONGEST = 12 * 60 * 60 * 1000;

function appointmentView(workshop: Workshop, order: Order) {
  const { bay, startsAt, endsAt, titleWhenBooked } = order.appointment!;
  const orderTitle = fault("appointment-title-stale") ? titleWhenBooked : order.title;
  const plate = workshop.vehicles.get(order.vehicleId)!.plate;
  return { orderId: order.id, orderTitle, plate, bay, startsAt, endsAt };
}

function collides(a: Appointment, b: Appointment): boolean {
  if (a.bay !== b.bay) return false;
  if (fault("appointment-touching-refused"))
    return a.startsAt <= b.endsAt && b.startsAt <= a.endsAt;
  if (fault("appointment-enclosing-missed")) {
    const startsInside = a.startsAt >= b.startsAt && a.startsAt < b.endsAt;
    const endsInside = a.endsAt > b.startsAt && a.endsAt <= b.endsAt;
    return startsInside || endsInside;
  }
  return a.startsAt < b.endsAt && b.startsAt < a.endsAt;
}

export function putAppointment(call: Call): Answer {
  const order = findOrder(call);
  const { workshop } = call;
  const { bay, startsAt, endsAt } = checkBody<Appointment>(
    parseJson(requireContent(call, "application/json")),
    SHAPES,
  );
  const errors: FieldError[] = [];
  const wrong = (field: string, message: string) => errors.push({ in: "body", field, message });
  if (bay > workshop.settings.bays) wrong("/bay", `must be at most ${workshop.settings.bays}`);
  const length = Date.parse(endsAt) - Date.parse(startsAt);
  if (length <= 0) wrong("/endsAt", "must be later than startsAt");
  if (length > LONGEST) wrong("/endsAt", "must be at most 12 hours after startsAt");
  refuse(errors);
  if (!isWorkable(order))
    throw conflict(`A job order that is ${order.status} gets no appointment.`);
  const weekday = WEEKDAYS[new Date(startsAt).getUTCDay()];
  if (weekday !== undefined && workshop.settings.closedWeekdays.includes(weekday))
    throw conflict(`The workshop is closed on ${weekday}.`);
  const wanted: Appointment = { bay, startsAt, endsAt, titleWhenBooked: order.title };
  for (const other of workshop.orders.values()) {
    if (other !== order && other.appointment && collides(wanted, other.appointment)) {
      throw conflict(`Bay ${bay} is taken in this time.`);
    }
  }
  const status = order.appointment ? 200 : 201;
  order.appointment = wanted;
  return json(status, appointmentView(workshop, order));
}

type Place = { startsAt: string; bay: number };

function comparePlaces(a: Place, b: Place): number {
  if (a.startsAt !== b.startsAt) return a.startsAt < b.startsAt ? -1 : 1;
  return a.bay - b.bay;
}

function writeCursor(place: Place): string {
  return Buffer.from(`${place.startsAt}/${place.bay}`, "latin1").toString("base64url");
}

function readCursor(text: string): Place | null {
  const match = /^([^/]*)\/([1-9][0-9]?)$/.exec(Buffer.from(text, "base64url").toString("latin1"));
  const startsAt = match?.[1] ?? "";
  if (!match || !isTime(startsAt)) return null;
  const place = { startsAt, bay: Number(match[2]) };
  return writeCursor(place) === text ? place : null;
}

export function listAppointments(call: Call): Answer {
  const query = new Query(call);
  const from = query.time("from");
  const to = query.time("to");
  const bay = query.int("bay", 1, 20);
  const limit = query.int("limit", 1, 100, 20);
  const cursor = query.raw("cursor");
  const after = cursor === undefined ? null : readCursor(cursor);
  if (cursor !== undefined && after === null) query.wrong("cursor", "is not a cursor of this list");
  query.done();
  let found = [...call.workshop.orders.values()]
    .filter((order) => order.appointment !== null)
    .map((order) => appointmentView(call.workshop, order))
    .toSorted(comparePlaces);
  if (from !== undefined) found = found.filter((one) => one.endsAt > from);
  if (to !== undefined) found = found.filter((one) => one.startsAt < to);
  if (bay !== undefined) found = found.filter((one) => one.bay === bay);
  const total = found.length;
  if (after !== null) {
    found = found.filter((one) =>
      fault("appointment-cursor-same-start")
        ? one.startsAt > after.startsAt
        : comparePlaces(one, after) > 0,
    );
  }
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const nextCursor = found.length > limit && last ? writeCursor(last) : null;
  return json(200, { items, total, nextCursor });
}
