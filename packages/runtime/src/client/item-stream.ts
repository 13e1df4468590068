import type { ByteSource } from "../byte-stream.ts";
import { decodeEventStream, decodeLines } from "../event-stream/index.ts";
import type { MediaTypeDescriptor } from "../operation.ts";
import type { ItemStream, StreamEvent } from "./types.ts";

/** How a stream's errors are told. */
export interface StreamErrors {
  /** The error for an item that is no JSON. */
  readonly decode: (reason: string, cause: unknown) => Error;
  /** The error for a connection that broke off. */
  readonly connection: (cause: unknown) => unknown;
}

/** The items of a response's body, each of them JSON: the data of an event, or a line. */
export function itemStream<Item>(
  media: MediaTypeDescriptor,
  body: ByteSource,
  errors: StreamErrors,
): ItemStream<Item> {
  async function* events(): AsyncGenerator<StreamEvent<Item>, void, undefined> {
    const source = iterate(media, body);
    try {
      for (;;) {
        const next = await source.next().catch((cause: unknown) => {
          throw errors.connection(cause);
        });
        if (next.done) return;
        yield { ...next.value, data: parseItem<Item>(next.value.data, errors) };
      }
    } finally {
      await source.return(undefined);
    }
  }
  async function* items(): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of events()) yield data;
  }
  return { events, [Symbol.asyncIterator]: items };
}

async function* iterate(
  media: MediaTypeDescriptor,
  body: ByteSource,
): AsyncGenerator<StreamEvent<string>, void, undefined> {
  if (media.stream !== "json-lines") {
    yield* decodeEventStream(body);
    return;
  }
  for await (const data of decodeLines(body)) yield { data, event: "message", id: "" };
}

function parseItem<Item>(text: string, errors: StreamErrors): Item {
  try {
    return JSON.parse(text) as Item;
  } catch (cause) {
    throw errors.decode("an item of the stream is no JSON", cause);
  }
}
