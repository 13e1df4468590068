import type { ByteSource } from "../byte-stream.ts";
import { jsonText } from "../json-text.ts";
import { checkNumbers } from "../number-options.ts";
import type { MediaTypeDescriptor } from "../operation.ts";
import { decodeItems } from "./items.ts";
import { isJsonEvent } from "./item-of.ts";
import { LineParser } from "./line-parser.ts";
import { defaultMaxItemBytes, EventStreamParser } from "./parse.ts";
import type { EventFields, EventStreamMessage } from "./parse.ts";

export { EventStreamParser } from "./parse.ts";
export type { EventFields, EventStreamMessage } from "./parse.ts";

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
  return `${encodeFields(fields)}data: ${jsonOf(item)}\n\n`;
}

const jsonOf = (item: unknown): string => jsonText(item) ?? "null";

/** Writes text as data, one `data:` field for each line. Lines that end in CR are read back with LF. */
const encodeText = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map((line) => `data: ${line}\n`)
    .join("");

/** Writes an item that is a whole event, with its data as text or JSON. */
function encodeWholeEvent(
  media: MediaTypeDescriptor,
  item: object,
  others: EventFields | undefined,
): string {
  const { data, ...own } = item as EventFields & { readonly data?: unknown };
  const fields = { ...others, ...own };
  const isText = typeof data === "string" && !isJsonEvent(media, fields.event);
  // Readers drop an event without a data field (WHATWG HTML, 9.2.6).
  const written = isText ? data : data === undefined ? "" : jsonOf(data);
  return `${encodeFields(fields)}${encodeText(written)}\n`;
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
  const { data, event } = terminal;
  if (stream !== "server-sent-events") return encodeRecord(stream, data);
  return `${encodeFields(event === undefined ? {} : { event })}${encodeText(data)}\n`;
}

/** Writes one line. In a JSON text sequence a record separator precedes it (RFC 7464, section 2.2). */
const encodeRecord = (stream: MediaTypeDescriptor["stream"], text: string): string =>
  `${stream === "json-seq" ? "\x1e" : ""}${text}\n`;

/** An empty comment, which readers of an event stream ignore (WHATWG HTML, 9.2.7). */
export const eventStreamComment = ":\n\n";

/** Writes one item of a stream: an event, or a line of JSON. */
export function encodeItem(
  media: MediaTypeDescriptor,
  item: unknown,
  fields: EventFields | undefined = eventFieldsOf(item),
): string {
  const { stream, item: kind } = media;
  if (stream !== "server-sent-events") return encodeRecord(stream, jsonOf(item));
  if (kind === "event" && typeof item === "object" && item !== null)
    return encodeWholeEvent(media, item, fields);
  if (kind === "text" && typeof item === "string")
    return `${encodeFields(fields ?? {})}${encodeText(item)}\n`;
  return encodeEvent(item, fields);
}

function singleLine(field: string, value: string): string {
  if (/[\r\n\0]/.test(value))
    throw new TypeError(`the ${field} of an event has a line break or NUL`);
  return value;
}

/** Options of decoding a stream. */
export interface DecodeStreamOptions {
  /** The maximum size of an item, in bytes: of an event with all its lines, or of a line. Default: 16 MiB. */
  readonly maxItemBytes?: number;
}

/**
 * Reads the events of a `text/event-stream` body. Ending the iteration early cancels the source.
 *
 * @throws {RangeError} if an event exceeds `maxItemBytes`, as soon as it does
 */
export function decodeEventStream(
  source: ByteSource,
  options: DecodeStreamOptions = {},
): AsyncGenerator<EventStreamMessage, void, undefined> {
  const maxItemBytes = mostBytesOf(options);
  return decodeItems(source, new EventStreamParser(maxItemBytes), () => tooLarge(maxItemBytes));
}

/**
 * Reads the lines of an `application/jsonl`, `application/x-ndjson` or `application/json-seq` body. Ending
 * the iteration early cancels the source.
 *
 * @throws {RangeError} if a line exceeds `maxItemBytes`, as soon as it does
 * @throws {CharsetError} if a line is not UTF-8
 */
export function decodeLines(
  source: ByteSource,
  options: DecodeStreamOptions = {},
): AsyncGenerator<string, void, undefined> {
  const maxItemBytes = mostBytesOf(options);
  return decodeItems(source, new LineParser(maxItemBytes), () => tooLarge(maxItemBytes));
}

/** @throws {TypeError} when the limit is not a number, is `NaN` or negative */
function mostBytesOf(options: DecodeStreamOptions): number {
  checkNumbers(options, { maxItemBytes: [0] });
  return options.maxItemBytes ?? defaultMaxItemBytes;
}

const tooLarge = (maxItemBytes: number): RangeError =>
  new RangeError(
    `an item of the stream is larger than ${maxItemBytes} bytes, see \`maxItemBytes\``,
  );
