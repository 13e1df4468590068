import type { ByteSource } from "../byte-stream.ts";
import type { MediaTypeDescriptor } from "../operation.ts";
import { decodeItems } from "./items.ts";
import { LineParser } from "./line-parser.ts";
import { defaultMaxItemBytes, EventStreamParser } from "./parse.ts";
import type { EventStreamMessage } from "./parse.ts";

export { EventStreamParser } from "./parse.ts";
export type { EventStreamMessage } from "./parse.ts";

/** The fields of an event in an event stream, beside its data. */
export interface EventFields {
  readonly event?: string;
  readonly id?: string;
  /** The reconnection time in milliseconds. */
  readonly retry?: number;
}

const fieldsOfItems = new WeakMap<object, EventFields>();

/**
 * Attaches an event name, an id or a reconnection time to an item of a stream:
 * `yield withEventFields(event, { id: event.event_id })`. The item itself is not changed.
 */
export function withEventFields<Item extends object>(item: Item, fields: EventFields): Item {
  fieldsOfItems.set(item, fields);
  return item;
}

/** Returns the fields that `withEventFields` attached to an item. */
export function eventFieldsOf(item: unknown): EventFields | undefined {
  return typeof item === "object" && item !== null ? fieldsOfItems.get(item) : undefined;
}

/**
 * Writes one event of a `text/event-stream`, its data as JSON on one line (WHATWG HTML, 9.2.5).
 *
 * @throws {TypeError} if the event name or id has a line break or NUL, or the reconnection time is not
 *   an integer.
 */
export function encodeEvent(item: unknown, fields: EventFields = {}): string {
  return `${encodeFields(fields)}data: ${JSON.stringify(item) ?? "null"}\n\n`;
}

function encodeFields(fields: EventFields): string {
  let lines = "";
  if (fields.event !== undefined) lines += `event: ${singleLine("event", fields.event)}\n`;
  if (fields.id !== undefined) lines += `id: ${singleLine("id", fields.id)}\n`;
  if (fields.retry !== undefined) {
    if (!/^\d+$/.test(String(fields.retry))) throw new TypeError("retry is not an integer");
    lines += `retry: ${fields.retry}\n`;
  }
  return lines;
}

/**
 * Writes the event or line that terminates a stream, such as `data: [DONE]`; `undefined` if the stream
 * has none, or its last item is the terminal event.
 */
export function encodeTerminal({ stream, terminal }: MediaTypeDescriptor): string | undefined {
  if (terminal?.data === undefined) return undefined;
  if (stream === "json-lines") return `${terminal.data}\n`;
  const { data, event } = terminal;
  const lines = data.split(/\r\n?|\n/).map((line) => `data: ${line}\n`);
  return `${encodeFields(event === undefined ? {} : { event })}${lines.join("")}\n`;
}

/** A comment, which every reader of an event stream ignores (WHATWG HTML, 9.2.7). */
export const eventStreamComment = ":\n\n";

/** Writes one item of a stream: an event, or a line of JSON. */
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

/** How a stream is decoded. */
export interface DecodeStreamOptions {
  /** The most bytes of an item: of an event with all its lines, or of a line. Default: 16 MiB. */
  readonly maxItemBytes?: number;
}

/**
 * Reads the events of a `text/event-stream` body. Ending the iteration early cancels the source.
 *
 * @throws {RangeError} if an event exceeds `maxItemBytes`, as soon as it does
 */
export function decodeEventStream(
  source: ByteSource,
  { maxItemBytes = defaultMaxItemBytes }: DecodeStreamOptions = {},
): AsyncGenerator<EventStreamMessage, void, undefined> {
  return decodeItems(source, new EventStreamParser(maxItemBytes), () => tooLarge(maxItemBytes));
}

/**
 * Reads the lines of an `application/jsonl`, `application/x-ndjson` or `application/json-seq` body.
 * Ending the iteration early cancels the source.
 *
 * @throws {RangeError} if a line exceeds `maxItemBytes`, as soon as it does; {CharsetError} if one is not UTF-8
 */
export function decodeLines(
  source: ByteSource,
  { maxItemBytes = defaultMaxItemBytes }: DecodeStreamOptions = {},
): AsyncGenerator<string, void, undefined> {
  return decodeItems(source, new LineParser(maxItemBytes), () => tooLarge(maxItemBytes));
}

const tooLarge = (maxItemBytes: number): RangeError =>
  new RangeError(
    `an item of the stream is larger than ${maxItemBytes} bytes, see \`maxItemBytes\``,
  );
