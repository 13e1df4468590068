import type { NonSharedUint8Array } from "@openapi-packages/runtime/internals";
import { concatenate } from "@openapi-packages/runtime/internals";
import type { HttpResponse } from "@openapi-packages/runtime/server";

/** A body that was buffered. */
export type Collected =
  | { readonly bytes: NonSharedUint8Array }
  /** It is larger than the limit: the whole body, to be read once. */
  | { readonly larger: AsyncIterable<Uint8Array> };

const encoder = new TextEncoder();

const toBytes = (chunk: string | Uint8Array): Uint8Array =>
  typeof chunk === "string" ? encoder.encode(chunk) : chunk;

/** The number of buffered bytes of several bodies. */
export interface Held {
  bytes: number;
}

/**
 * Buffers a body.
 *
 * @param most the maximum number of buffered bytes
 * @param held counts the buffered bytes of all bodies together, of which there may be four times as many
 */
export async function collect(
  body: HttpResponse["body"],
  most: number,
  held: Held = { bytes: 0 },
): Promise<Collected> {
  const counted = { bytes: 0 };
  try {
    return await collectWithin(body, (bytes) => {
      counted.bytes += bytes;
      held.bytes += bytes;
      return counted.bytes <= most && held.bytes <= 4 * most;
    });
  } finally {
    held.bytes -= counted.bytes;
  }
}

async function collectWithin(
  body: HttpResponse["body"],
  mayHold: (bytes: number) => boolean,
): Promise<Collected> {
  if (body === undefined) return { bytes: new Uint8Array() };
  if (typeof body === "string" || body instanceof Uint8Array)
    return { bytes: concatenate([toBytes(body)]) };
  const chunks: Uint8Array[] = [];
  const iterator = body[Symbol.asyncIterator]();
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
    const bytes = toBytes(next.value);
    chunks.push(bytes);
    if (!mayHold(bytes.length)) return { larger: joined(chunks, iterator) };
  }
  return { bytes: concatenate(chunks) };
}

/** Returns the chunks read so far, followed by the rest. */
function joined(
  chunks: Uint8Array[],
  rest: AsyncIterator<string | Uint8Array>,
): AsyncIterableIterator<Uint8Array> {
  const iterable: AsyncIterableIterator<Uint8Array> = {
    [Symbol.asyncIterator]: () => iterable,
    async next() {
      const value = chunks.shift();
      if (value !== undefined) return { done: false, value };
      const next = await rest.next();
      return next.done === true ? next : { done: false, value: toBytes(next.value) };
    },
    async return() {
      await rest.return?.();
      return { done: true, value: undefined };
    },
  };
  return iterable;
}
