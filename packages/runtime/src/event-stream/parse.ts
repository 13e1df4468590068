import { LineSplitter } from "./lines.ts";

/** The default of `maxItemBytes`: 16 MiB. */
export const defaultMaxItemBytes: number = 16 * 1024 * 1024;

/** One event of a `text/event-stream`, as the WHATWG HTML Standard dispatches it. */
export interface EventStreamMessage {
  /** The event's type; `message` if the stream names none. */
  readonly event: string;
  /** The `data` lines, joined by line feeds. */
  readonly data: string;
  /** The last event id so far; empty until the stream sets one. */
  readonly id: string;
  /** The reconnection time in milliseconds, if the stream has set one since the previous event. */
  readonly retry?: number;
  /** The event's own fields. Only if the parser was created with `hasFields`. */
  readonly fields?: EventFields;
}

/** The fields of an event in an event stream, beside its data. */
export interface EventFields {
  readonly event?: string;
  readonly id?: string;
  /** The reconnection time in milliseconds. */
  readonly retry?: number;
}

/**
 * Parses an event stream incrementally (WHATWG HTML, 9.2.6 "Interpreting an event stream"). Lines end in
 * CR, LF or CRLF, even if a chunk ends between the two. An incomplete event at the end of the stream is
 * discarded. All lines of an event count against its limit, including comments and incomplete lines.
 */
export class EventStreamParser {
  readonly #maxItemBytes: number;
  readonly #splitter: LineSplitter;
  #itemBytes = 0;
  #isTooLarge = false;
  #data: string[] = [];
  #event = "";
  #id = "";
  #newRetry: number | undefined;
  #lastEventId = "";
  #retry: number | undefined;
  readonly #hasFields: boolean;
  #hasId = false;

  /**
   * @param maxItemBytes the maximum size of an event. Default: 16 MiB
   * @param fatal true to throw a `CharsetError` for invalid UTF-8, which the HTML Standard replaces by
   * U+FFFD
   * @param hasFields true to return the `fields` of each event
   */
  constructor(maxItemBytes: number = defaultMaxItemBytes, fatal = false, hasFields = false) {
    this.#maxItemBytes = maxItemBytes;
    this.#hasFields = hasFields;
    this.#splitter = new LineSplitter(true, fatal);
  }

  /** True after an event has exceeded its limit. Nothing is read any more. */
  get isTooLarge(): boolean {
    return this.#isTooLarge;
  }

  /** The last event id so far, without that of an incomplete event. */
  get lastEventId(): string {
    return this.#lastEventId;
  }

  /** The reconnection time in milliseconds, if the stream has set one. */
  get retry(): number | undefined {
    return this.#retry;
  }

  /** Takes the next chunk (bytes are UTF-8) and returns the events that it completes. */
  push(chunk: Uint8Array | string): EventStreamMessage[] {
    const messages: EventStreamMessage[] = [];
    if (this.#isTooLarge) return messages;
    const encoded = typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
    this.#splitter.push(encoded, (text, bytes) => this.#take(text, bytes, messages));
    if (this.#itemBytes + this.#splitter.pendingBytes > this.#maxItemBytes) this.#isTooLarge = true;
    if (this.#isTooLarge) this.#clear();
    return messages;
  }

  #take(text: string, bytes: number, messages: EventStreamMessage[]): boolean {
    const isLast = text === "";
    this.#itemBytes += bytes;
    this.#isTooLarge = !isLast && this.#itemBytes > this.#maxItemBytes;
    if (this.#isTooLarge) return false;
    if (isLast) this.#itemBytes = 0;
    const message = this.#readLine(text);
    if (message) messages.push(message);
    return true;
  }

  #clear(): void {
    this.#splitter.clear();
    this.#data = [];
  }

  #readLine(line: string): EventStreamMessage | undefined {
    if (line === "") return this.#dispatch();
    const colon = line.indexOf(":");
    // A comment parses as a field with an empty name, which is ignored.
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    this.#setField(field, value);
    return undefined;
  }

  #setField(field: string, value: string): void {
    if (field === "data") this.#data.push(value);
    else if (field === "event") this.#event = value;
    else if (field === "id" && !value.includes("\0")) {
      this.#id = value;
      this.#hasId = true;
    } else if (field === "retry" && /^[0-9]+$/.test(value)) {
      this.#retry = Number(value);
      this.#newRetry = this.#retry;
    }
  }

  #dispatch(): EventStreamMessage | undefined {
    const data = this.#data.join("\n");
    const name = this.#event;
    const hasData = this.#data.length > 0;
    const hasId = this.#hasId;
    this.#data = [];
    this.#event = "";
    this.#hasId = false;
    this.#lastEventId = this.#id;
    if (!hasData) return undefined;
    const time = this.#newRetry === undefined ? {} : { retry: this.#newRetry };
    this.#newRetry = undefined;
    const message = { event: name || "message", data, id: this.#id, ...time };
    if (!this.#hasFields) return message;
    const fields = { ...(name && { event: name }), ...(hasId && { id: this.#id }), ...time };
    return { ...message, fields };
  }
}
