import { Refusal, type Answer } from "./answers.ts";
import type { Call } from "./calls.ts";
import { faulty } from "./faults.ts";
import { preferred } from "./requests.ts";
import { findRoom } from "./rooms.ts";
import { bookings, byText, type Booking } from "./store.ts";

interface Entry {
  id: string;
  title: string;
  start: string;
  end: string;
  changed: string;
}

/** Neither format has control characters but line breaks. */
const printable = (text: string): string => text.replace(/[\0-\x09\x0b\x0c\x0e-\x1f\x7f]/g, " ");

const entry = (booking: Booking, user: string): Entry => ({
  id: booking.id,
  title: booking.owner === user ? printable(booking.title) : "Busy",
  start: new Date(booking.start).toISOString(),
  end: new Date(booking.end).toISOString(),
  changed: new Date(booking.updatedAt).toISOString(),
});

const cell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const csv = (entries: readonly Entry[]): string =>
  [
    ["id", "title", "start", "end"],
    ...entries.map((one) => [one.id, one.title, one.start, one.end]),
  ]
    .map((row) => `${row.map(cell).join(",")}\r\n`)
    .join("");

/** A line of iCalendar in pieces of at most 75 octets (RFC 5545, 3.1). */
function folded(line: string): string {
  let out = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > 75) {
      out += "\r\n ";
      octets = 1;
    }
    out += character;
    octets += size;
  }
  return `${out}\r\n`;
}

const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, String.raw`\$&`).replace(/\r\n|\r|\n/g, String.raw`\n`);

const stamp = (time: string): string => time.replace(/[-:]|\.\d+/g, "");

const ics = (entries: readonly Entry[]): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Meeting Rooms//Export//EN",
    ...entries.flatMap((one) => [
      "BEGIN:VEVENT",
      `UID:${one.id}@rooms.example.com`,
      `DTSTAMP:${stamp(one.changed)}`,
      `DTSTART:${stamp(one.start)}`,
      `DTEND:${stamp(one.end)}`,
      `SUMMARY:${escaped(one.title)}`,
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ]
    .map(folded)
    .join("");

export function exportCalendar(call: Call): Answer {
  const room = findRoom(call);
  const accept = call.request.headers.accept || "*/*";
  const type = preferred(accept, ["text/calendar", "text/csv"]);
  if (type === undefined) throw new Refusal(406, "There is text/calendar and text/csv.");
  const entries = [...bookings.values()]
    .filter((booking) => booking.roomId === room.id)
    .toSorted((a, b) => a.start - b.start || byText(a.id, b.id))
    .map((booking) => entry(booking, call.user.name));
  const body = type === "text/csv" ? csv(entries) : ics(entries);
  const headers: Record<string, string> = {
    "Content-Type": `${type}; charset=utf-8`,
    Vary: "Accept",
  };
  if (faulty("calendar-length-in-characters")) headers["Content-Length"] = String(body.length);
  return { status: 200, headers, body };
}
