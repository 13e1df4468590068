import type { MediaTypeDescriptor } from "../operation.ts";
import type { ItemParser } from "./items.ts";
import { JsonSequenceParser } from "./json-sequence-parser.ts";
import { LineParser } from "./line-parser.ts";
import { EventStreamParser } from "./parse.ts";
import type { EventStreamMessage } from "./parse.ts";

/** Parses a stream of any format into events. A line becomes an event that has only data. */
export interface StreamParser extends ItemParser<EventStreamMessage> {
  readonly lastEventId: string;
  readonly retry: number | undefined;
}

/**
 * Creates the parser of a documented stream.
 *
 * @param maxItemBytes the maximum size of an item
 * @param fatal true to throw a `CharsetError` for an event stream that is not UTF-8
 */
export function createStreamParser(
  media: MediaTypeDescriptor,
  maxItemBytes: number,
  fatal: boolean,
): StreamParser {
  const { stream } = media;
  if (stream === "server-sent-events") return createEventParser(media, maxItemBytes, fatal);
  const Parser = stream === "json-seq" ? JsonSequenceParser : LineParser;
  return new LineEvents(new Parser(maxItemBytes));
}

/** As {@link createStreamParser}, for a stream of server-sent events. */
export const createEventParser = (
  { item }: MediaTypeDescriptor,
  maxItemBytes: number,
  fatal: boolean,
): StreamParser => new EventStreamParser(maxItemBytes, fatal, item === "event");

class LineEvents implements StreamParser {
  readonly lastEventId = "";
  readonly retry = undefined;
  readonly #parser: LineParser | JsonSequenceParser;

  constructor(parser: LineParser | JsonSequenceParser) {
    this.#parser = parser;
  }

  get isTooLarge(): boolean {
    return this.#parser.isTooLarge;
  }

  push(bytes: Uint8Array): EventStreamMessage[] {
    return this.#parser.push(bytes).map(toEvent);
  }

  end(): EventStreamMessage[] {
    return this.#parser.end().map(toEvent);
  }
}

const toEvent = (data: string): EventStreamMessage => ({ data, event: "message", id: "" });
