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
}

/**
 * Parses an event stream incrementally (WHATWG HTML, 9.2.6 "Interpreting an event stream"). Lines end
 * in CR, LF or CRLF, even if a chunk ends between the two. An incomplete event at the end of the stream
 * is discarded.
 */
export class EventStreamParser {
  #line = "";
  #endedInCarriageReturn = false;
  #data: string[] = [];
  #event = "";
  #id = "";
  #newRetry: number | undefined;
  #lastEventId = "";
  #retry: number | undefined;

  /** The last event id so far; that of an incomplete event does not count. */
  get lastEventId(): string {
    return this.#lastEventId;
  }

  /** The reconnection time in milliseconds, once the stream has set one. */
  get retry(): number | undefined {
    return this.#retry;
  }

  /** Takes the next chunk of decoded text and returns the events that it completes. */
  push(text: string): EventStreamMessage[] {
    const messages: EventStreamMessage[] = [];
    let start = this.#endedInCarriageReturn && text.startsWith("\n") ? 1 : 0;
    if (text !== "") this.#endedInCarriageReturn = text.endsWith("\r");
    const lineEnd = /\r\n?|\n/g;
    lineEnd.lastIndex = start;
    for (let end = lineEnd.exec(text); end; end = lineEnd.exec(text)) {
      const message = this.#readLine(this.#line + text.slice(start, end.index));
      this.#line = "";
      if (message) messages.push(message);
      start = lineEnd.lastIndex;
    }
    this.#line += text.slice(start);
    return messages;
  }

  #readLine(line: string): EventStreamMessage | undefined {
    if (line === "") return this.#dispatch();
    const colon = line.indexOf(":");
    // A comment is a field with an empty name, which is unknown and ignored.
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    this.#setField(field, value);
    return undefined;
  }

  #setField(field: string, value: string): void {
    if (field === "data") this.#data.push(value);
    else if (field === "event") this.#event = value;
    else if (field === "id" && !value.includes("\0")) this.#id = value;
    else if (field === "retry" && /^[0-9]+$/.test(value)) {
      this.#retry = Number(value);
      this.#newRetry = this.#retry;
    }
  }

  #dispatch(): EventStreamMessage | undefined {
    const data = this.#data.join("\n");
    const event = this.#event === "" ? "message" : this.#event;
    const hasData = this.#data.length > 0;
    this.#data = [];
    this.#event = "";
    this.#lastEventId = this.#id;
    if (!hasData) return undefined;
    const retry = this.#newRetry;
    this.#newRetry = undefined;
    return { event, data, id: this.#id, ...(retry === undefined ? {} : { retry }) };
  }
}
