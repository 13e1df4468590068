import { setTimeout as sleep } from "node:timers/promises";
import { json, nothing, Refusal, type Answer } from "./answers.ts";
import type { Call } from "./calls.ts";
import * as checks from "./checks.ts";
import { publish } from "./events.ts";
import { faulty } from "./faults.ts";
import { paged } from "./pages.ts";
import { isUnmodified, readJson } from "./requests.ts";
import { findRoom } from "./rooms.ts";
import { addBooking, bookings, byText, RESPONSES, rooms, STATUSES } from "./store.ts";
import type { Attendee, Booking, Room } from "./store.ts";

const DAY = 86_400_000;
const EARLIEST = Date.UTC(2000, 0);
const LATEST = Date.UTC(2100, 0);

/** Bookings that were cancelled and still take their time. */
const cancelled: Booking[] = [];

const time = (milliseconds: number): string => new Date(milliseconds).toISOString();

const tag = (booking: Booking): string => `"${booking.id}.${booking.version}"`;

const show = ({ version: _version, ...booking }: Booking): object => ({
  ...booking,
  start: time(booking.start),
  end: time(booking.end),
  createdAt: time(booking.createdAt),
  updatedAt: time(booking.updatedAt),
});

/** A booking of the caller; those of others are as if they were not there. */
function findBooking(call: Call, otherOwners = false): Booking {
  const booking = bookings.get(call.param("bookingId"));
  if (booking === undefined || (booking.owner !== call.user.name && !otherOwners))
    throw new Refusal(404, "There is no such booking.");
  return booking;
}

/** Stores a changed booking as its next version. */
function change(booking: Booking, changes: Partial<Booking>): Booking {
  const version = booking.version + 1;
  const changed = { ...booking, ...changes, updatedAt: Date.now(), version };
  bookings.set(booking.id, changed);
  publish("updated", { kind: "booking", id: booking.id }, booking.owner);
  return changed;
}

function checkTimes(start: number, end: number): void {
  if (end <= start && !faulty("end-before-start"))
    throw new Refusal(422, "The end must be after the start.");
  if (end - start > DAY) throw new Refusal(422, "A booking has at most 24 hours.");
  if (start < EARLIEST || end >= LATEST)
    throw new Refusal(422, "Bookings are in the years 2000 to 2099.");
}

function checkFree(roomId: string, start: number, end: number, self?: Booking): void {
  for (const other of [...bookings.values(), ...cancelled]) {
    if (other.roomId !== roomId || other.id === self?.id) continue;
    const overlaps = faulty("overlap-inside-missed")
      ? (start <= other.start && other.start < end) || (start < other.end && other.end <= end)
      : start < other.end && other.start < end;
    if (overlaps) throw new Refusal(409, "The room is taken at that time.");
  }
}

function checkSeats(room: Room | undefined, people: number): void {
  if (room !== undefined && people > room.capacity)
    throw new Refusal(409, `The room has ${room.capacity} seats.`);
}

const orders: Record<string, (a: Booking, b: Booking) => number> = {
  start: (a, b) => a.start - b.start,
  title: (a, b) => byText(a.title, b.title),
};

/** Lists as they were answered before, by address. */
const answered = new Map<string, { answer: Answer; until: number }>();

export function listBookings(call: Call): Answer {
  const url = call.request.url ?? "";
  const before = answered.get(url);
  if (before !== undefined && before.until > Date.now()) return before.answer;
  const { query, user } = call;
  const roomId = query.text("roomId")["roomId"];
  const from = checks.instant(query.text("from"), "from") ?? -Infinity;
  const to = checks.instant(query.text("to"), "to") ?? Infinity;
  const status = checks.oneOf(query.text("status"), "status", STATUSES);
  const sorts = ["start", "-start", "title", "-title"] as const;
  const sort = checks.oneOf(query.text("sort"), "sort", sorts) ?? "start";
  const order = orders[sort.replace("-", "")] ?? (() => 0);
  const sign = sort.startsWith("-") ? -1 : 1;
  const found = [...bookings.values()]
    .filter((booking) => {
      if (booking.owner !== user.name) return false;
      if (roomId !== undefined && booking.roomId !== roomId) return false;
      if (status !== undefined && booking.status !== status) return false;
      return booking.end > from && booking.start < to;
    })
    .toSorted((a, b) => sign * order(a, b) || byText(a.id, b.id));
  const total = faulty("total-of-everybody") ? bookings.size : found.length;
  const answer = paged(query, found, show, total);
  if (faulty("list-cached-for-everybody")) answered.set(url, { answer, until: Date.now() + 2000 });
  return answer;
}

export async function createBooking(call: Call): Promise<Answer> {
  const body = await readJson(call.request);
  const roomId = checks.required(checks.text(body, "roomId"), "roomId");
  const title = checks.required(checks.text(body, "title", { min: 1, max: 120 }), "title");
  const start = checks.required(checks.instant(body, "start"), "start");
  const end = checks.required(checks.instant(body, "end"), "end");
  const status = checks.oneOf(body, "status", STATUSES) ?? "confirmed";
  const sent = checks.textOrNull(body, "description");
  const description = faulty("description-cut") ? sent?.slice(0, 255) : sent;
  const invite = checks.listOf(body, "invite", (one) => checks.email(one, "item"), 50) ?? [];
  const room = rooms.get(roomId);
  if (room === undefined && !faulty("unknown-room-500"))
    throw new Refusal(422, "There is no such room.");
  checkTimes(start, end);
  checkFree(roomId, start, end);
  checkSeats(room, invite.length);
  if (faulty("double-booking-race")) await sleep(20);
  const attendees = invite.map((email): Attendee => ({ email, response: "pending" }));
  const data = { title, start, end, status, description, attendees };
  const booking = addBooking({ roomId: (room as Room).id, owner: call.user.name, ...data });
  publish("created", { kind: "booking", id: booking.id }, booking.owner);
  const headers = { Location: `/bookings/${booking.id}`, ETag: tag(booking) };
  return json(show(booking), headers, 201);
}

export function getBooking(call: Call): Answer {
  const booking = findBooking(call, faulty("booking-of-others"));
  if (isUnmodified(call.request, tag(booking))) return nothing(304, { ETag: tag(booking) });
  return json(show(booking), { ETag: tag(booking) });
}

export async function updateBooking(call: Call): Promise<Answer> {
  const body = await readJson(call.request, ["application/merge-patch+json", "application/json"]);
  const booking = findBooking(call);
  if (call.request.headers["if-match"] === undefined)
    throw new Refusal(428, "Send If-Match with the ETag of the booking.");
  isUnmodified(call.request, tag(booking));
  const title = checks.text(body, "title", { min: 1, max: 120 }) ?? booking.title;
  const start = checks.instant(body, "start") ?? booking.start;
  const end = checks.instant(body, "end") ?? booking.end;
  const status = checks.oneOf(body, "status", STATUSES) ?? booking.status;
  let { description } = booking;
  const sent = checks.textOrNull(body, "description");
  if (sent === null && !faulty("patch-null-ignored")) description = undefined;
  else if (typeof sent === "string") description = sent;
  checkTimes(start, end);
  checkFree(booking.roomId, start, end, booking);
  if (faulty("description-ascii")) description = description?.replace(/[^\0-\x7f]/g, "?");
  const changed = change(booking, { title, start, end, status, description });
  return json(show(changed), { ETag: tag(changed) });
}

export function cancelBooking(call: Call): Answer {
  const booking = findBooking(call);
  isUnmodified(call.request, tag(booking));
  bookings.delete(booking.id);
  if (faulty("cancelled-still-occupies")) cancelled.push(booking);
  publish("deleted", { kind: "booking", id: booking.id }, booking.owner);
  return nothing(204);
}

function address(call: Call): string {
  const decoded = call.param("email");
  const email = faulty("plus-is-space") ? decoded.replaceAll("+", " ") : decoded;
  return checks.required(checks.email({ email }, "email"), "email");
}

export async function putAttendee(call: Call): Promise<Answer> {
  const email = address(call);
  const body = await readJson(call.request);
  const booking = findBooking(call);
  const response = checks.oneOf(body, "response", RESPONSES) ?? "pending";
  const attendee: Attendee = { email, response, note: checks.text(body, "note", { max: 200 }) };
  const at = booking.attendees.findIndex((one) => one.email === email);
  if (at < 0) checkSeats(rooms.get(booking.roomId), booking.attendees.length + 1);
  const attendees =
    at < 0 || faulty("attendee-twice")
      ? [...booking.attendees, attendee]
      : booking.attendees.with(at, attendee);
  const changed = change(booking, { attendees });
  if (faulty("tag-without-attendees")) changed.version = booking.version;
  return json(attendee, {}, at < 0 ? 201 : 200);
}

export function removeAttendee(call: Call): Answer {
  const email = address(call);
  const booking = findBooking(call);
  const attendees = booking.attendees.filter((one) => one.email !== email);
  if (attendees.length === booking.attendees.length) throw new Refusal(404, "Not an attendee.");
  change(booking, { attendees });
  return nothing(204);
}

export function getAvailability(call: Call): Answer {
  const room = findRoom(call);
  const date = checks.required(checks.day(call.query.text("date"), "date"), "date");
  const from = Date.parse(`${date}T00:00:00Z`);
  const to = from + DAY;
  const busy = [...bookings.values()]
    .filter((booking) => {
      if (booking.roomId !== room.id) return false;
      const lasts = faulty("overnight-missing") ? booking.start >= from : booking.end > from;
      return lasts && booking.start < to;
    })
    .map(({ start, end }) => ({ start: Math.max(start, from), end: Math.min(end, to) }))
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end }) => ({ start: time(start), end: time(end) }));
  return json({ date, busy });
}
