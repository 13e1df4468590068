import { CharsetError } from "../charset.ts";
import { itemOf } from "../event-stream/item-of.ts";
import { defaultMaxItemBytes } from "../event-stream/parse.ts";
import type { EventStreamMessage } from "../event-stream/parse.ts";
import {
  createEventParser,
  createStreamParser,
  type StreamParser,
} from "../event-stream/stream-parser.ts";
import type { Decoder } from "../operation-codec.ts";
import type { MediaTypeDescriptor, OperationDescriptor } from "../operation.ts";
import { ChunkReader } from "./chunk-reader.ts";
import { ConnectionError, DecodeError } from "./errors.ts";
import type { ParseJson, ReadContext } from "./operation.ts";
import { ItemTooLargeError, StreamError } from "./stream-error.ts";
import type { ItemStream, StreamEvent } from "./types.ts";

/** Reads the items of a body in a format that is not text, from its chunks. */
export type ItemReader = (
  chunks: AsyncIterable<Uint8Array>,
  media: MediaTypeDescriptor,
  operation: OperationDescriptor,
  response: Response,
  context: ReadContext,
) => AsyncIterable<unknown>;

/** Opens the stream of a response's body. */
export type OpenStream = (
  media: MediaTypeDescriptor,
  operation: OperationDescriptor,
  response: Response,
  context: ReadContext,
) => ResponseStream<unknown>;

/** Creates the parser of a stream. */
type CreateParser = (
  media: MediaTypeDescriptor,
  maxItemBytes: number,
  fatal: boolean,
) => StreamParser;

/**
 * Opens the items of a response's body: data of events, whole events, or lines of JSON. The attempt's time
 * limit ends here; the idle timeout applies between two chunks, of which comments count too. Leaving the
 * iteration cancels the body.
 *
 * @param read reads the items of a format that is not text.
 */
export function openStream<Item>(
  media: MediaTypeDescriptor,
  operation: OperationDescriptor,
  response: Response,
  context: ReadContext,
  read?: ItemReader,
): ResponseStream<Item> {
  context.detach();
  return new ResponseStream(media, operation, response, context, createStreamParser, read);
}

/** As {@link openStream}, for server-sent events alone. */
export function openEvents<Item>(
  media: MediaTypeDescriptor,
  operation: OperationDescriptor,
  response: Response,
  context: ReadContext,
): ResponseStream<Item> {
  context.detach();
  return new ResponseStream(media, operation, response, context, createEventParser);
}

/** The items of one response. */
export class ResponseStream<Item> implements ItemStream<Item> {
  readonly requestId: string | undefined;
  lastEventId = "";
  /** The reconnection time in milliseconds, if the stream set one. */
  retry: number | undefined;
  isComplete = false;
  /** Converts the items. By default they stay JSON. */
  decodeItem: Decoder = (item) => item;
  readonly #media: MediaTypeDescriptor;
  readonly #operation: OperationDescriptor;
  readonly #response: Response;
  readonly #context: ReadContext;
  readonly #createParser: CreateParser;
  readonly #read: ItemReader | undefined;
  readonly #parse: ParseJson;
  #received = 0;

  constructor(
    media: MediaTypeDescriptor,
    operation: OperationDescriptor,
    response: Response,
    context: ReadContext,
    createParser: CreateParser,
    read?: ItemReader,
  ) {
    const name = context.clientOptions.requestIdHeader ?? "x-request-id";
    this.requestId = response.headers.get(name) ?? undefined;
    this.#media = media;
    this.#operation = operation;
    this.#parse = context.request.operation.parse ?? JSON.parse;
    this.#response = response;
    this.#context = context;
    this.#createParser = createParser;
    this.#read = read;
  }

  async *events(): AsyncGenerator<StreamEvent<Item>, void, undefined> {
    const reader = new ChunkReader(this.#operation, this.#response, this.#context, this.requestId);
    if (this.#read !== undefined) {
      yield* this.#itemsBy(this.#read, reader);
      return;
    }
    const max = this.#maxItemBytes();
    const parser = this.#createParser(this.#media, max, false);
    try {
      for (let isEnd = false; !isEnd;) {
        const bytes = await reader.read();
        isEnd = bytes === undefined;
        const messages = bytes ? parser.push(bytes) : (parser.end?.() ?? []);
        for (const message of messages) {
          this.lastEventId = message.id;
          this.retry = message.retry ?? this.retry;
          this.isComplete = isTerminal(this.#media, message);
          if (this.isComplete) reader.close();
          const item = this.isComplete ? this.#lastItemOf(message) : this.#itemOf(message);
          if (item) yield toEvent(message, this.decodeItem(item.value) as Item);
          if (this.isComplete) return;
        }
        this.lastEventId = parser.lastEventId;
        this.retry = parser.retry;
        if (parser.isTooLarge)
          throw new ItemTooLargeError(this.#operation, max, this.#received, this.requestId);
      }
    } catch (cause) {
      if (!(cause instanceof CharsetError)) throw cause;
      throw new DecodeError(this.#operation, this.#response, `the stream ${cause.message}`, {
        cause,
      });
    } finally {
      reader.close();
    }
    if (this.#media.terminal) throw this.#cutOff();
    this.isComplete = true;
  }

  async *#itemsBy(
    read: ItemReader,
    reader: ChunkReader,
  ): AsyncGenerator<StreamEvent<Item>, void, undefined> {
    const chunks = reader.chunks();
    try {
      const items = read(chunks, this.#media, this.#operation, this.#response, this.#context);
      for await (const item of items)
        yield { event: "message", data: this.decodeItem(item) as Item, id: "" };
      this.isComplete = true;
    } finally {
      reader.close();
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of this.events()) yield data;
  }

  #cutOff(): ConnectionError {
    const cause = new TypeError("the stream ended without its last event");
    return new ConnectionError(this.#operation, cause, this.requestId);
  }

  #maxItemBytes(): number {
    const { options, clientOptions } = this.#context;
    return options.maxItemBytes ?? clientOptions.maxItemBytes ?? defaultMaxItemBytes;
  }

  #itemOf(message: EventStreamMessage): ReturnType<typeof itemOf> {
    const { event, data } = message;
    if (event === this.#media.errorEvent) {
      const failure = { event, data: jsonOr(data, this.#parse) };
      throw new StreamError(this.#operation, failure, this.#received, this.requestId);
    }
    try {
      const item = itemOf(this.#media, message, this.#parse);
      if (item) this.#received++;
      return item;
    } catch (cause) {
      const reason = "an item of the stream is not JSON";
      throw new DecodeError(this.#operation, this.#response, reason, { cause });
    }
  }

  /**
   * Returns the item of the terminal event. `undefined` where the event is recognized by its data, or its
   * data is not JSON.
   */
  #lastItemOf(message: EventStreamMessage): ReturnType<typeof itemOf> {
    const { terminal } = this.#media;
    if (terminal === undefined || terminal.data !== undefined) return undefined;
    try {
      return itemOf(this.#media, message, this.#parse);
    } catch {
      return undefined;
    }
  }
}

const toEvent = <Item>(
  { event, id, retry }: EventStreamMessage,
  data: Item,
): StreamEvent<Item> => ({ event, data, id, ...(retry === undefined ? {} : { retry }) });

function isTerminal(
  { terminal, item, stream }: MediaTypeDescriptor,
  { event, data }: EventStreamMessage,
): boolean {
  // Services without a documented terminal event end streams of JSON with `[DONE]`, which is not JSON.
  if (terminal === undefined)
    return data === "[DONE]" && item === undefined && stream === "server-sent-events";
  return (terminal.event ?? event) === event && (terminal.data ?? data) === data;
}

function jsonOr(text: string, parse: ParseJson): unknown {
  try {
    return parse(text);
  } catch {
    return text;
  }
}
