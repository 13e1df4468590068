import type { ByteSource } from "../byte-stream.ts";
import type { MediaTypeDescriptor } from "../operation.ts";
import { decodePieces } from "./lines.ts";
import { EventStreamParser } from "./parse.ts";
import type { EventStreamMessage } from "./parse.ts";

export { decodeLines } from "./lines.ts";
export { EventStreamParser } from "./parse.ts";
export type { EventStreamMessage } from "./parse.ts";

/** What a frame of an event stream says beside its data. */
export interface EventFields {
  readonly event?: string;
  readonly id?: string;
  /** The reconnection time in milliseconds. */
  readonly retry?: number;
}

const fieldsOfItems = new WeakMap<object, EventFields>();

/**
 * Gives an item of a stream an event name, an id or a reconnection time of its own:
 * `yield withEventFields(event, { id: event.event_id })`. The item itself stays as it is.
 */
export function withEventFields<Item extends object>(item: Item, fields: EventFields): Item {
  fieldsOfItems.set(item, fields);
  return item;
}

/** What `withEventFields` gave an item. */
export function eventFieldsOf(item: unknown): EventFields | undefined {
  return typeof item === "object" && item !== null ? fieldsOfItems.get(item) : undefined;
}

/**
 * Writes one event of a `text/event-stream`, its data as JSON on one line (WHATWG HTML, 9.2.5).
 *
 * @throws {TypeError} when the event name or id has a line break, the id a NUL, or the reconnection
 *   time is no whole number: the stream cannot say so.
 */
export function encodeEvent(item: unknown, fields: EventFields = {}): string {
  return `${encodeFields(fields)}data: ${JSON.stringify(item) ?? "null"}\n\n`;
}

function encodeFields(fields: EventFields): string {
  let frame = "";
  if (fields.event !== undefined) frame += `event: ${singleLine("event", fields.event)}\n`;
  if (fields.id !== undefined) frame += `id: ${singleLine("id", fields.id)}\n`;
  if (fields.retry !== undefined) {
    if (!/^\d+$/.test(String(fields.retry))) throw new TypeError("retry is no whole number");
    frame += `retry: ${fields.retry}\n`;
  }
  return frame;
}

/**
 * Writes the mark that ends a stream, such as `data: [DONE]`; `undefined` where the last item is the
 * end.
 */
export function encodeTerminal({ stream, terminal }: MediaTypeDescriptor): string | undefined {
  if (terminal?.data === undefined) return undefined;
  if (stream === "json-lines") return `${terminal.data}\n`;
  const { data, event } = terminal;
  const lines = data.split(/\r\n?|\n/).map((line) => `data: ${line}\n`);
  return `${encodeFields(event === undefined ? {} : { event })}${lines.join("")}\n`;
}

/** A comment, which every reader of an event stream leaves out (WHATWG HTML, 9.2.7). */
export const eventStreamComment = ":\n\n";

/** Writes one item of a stream: a frame of an event stream, or a line of JSON. */
export function encodeItem(
  { stream }: MediaTypeDescriptor,
  item: unknown,
  fields: EventFields | undefined = eventFieldsOf(item),
): string {
  if (stream === "json-lines") return `${JSON.stringify(item) ?? "null"}\n`;
  return encodeEvent(item, fields);
}

function singleLine(field: string, value: string): string {
  if (/[\r\n\0]/.test(value))
    throw new TypeError(`the ${field} of an event has a line break or NUL`);
  return value;
}

/**
 * Reads the events of a `text/event-stream` body. Leaving the iteration early cancels the source.
 */
export function decodeEventStream(
  source: ByteSource,
): AsyncGenerator<EventStreamMessage, void, undefined> {
  const parser = new EventStreamParser();
  return decodePieces(source, (text) => parser.push(text));
}
