import type { NonSharedUint8Array } from "./web-types.ts";

/** Bytes that arrive in chunks. */
export type ByteSource = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * Iterates over a source of bytes. Ending the iteration early cancels the source. Some browsers cannot
 * iterate over a `ReadableStream` directly.
 */
export function iterateBytes(source: ByteSource): AsyncIterator<Uint8Array> {
  if (!("getReader" in source)) return source[Symbol.asyncIterator]();
  const reader = source.getReader();
  return {
    async next() {
      const { done, value } = await reader.read();
      return done ? { done: true, value: undefined } : { done: false, value };
    },
    async return() {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}

/** Concatenates chunks into one array. */
export function concatenate(chunks: readonly Uint8Array[]): NonSharedUint8Array {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** Returns the bytes of all chunks. A single chunk is not copied. */
export function joined<Chunk extends Uint8Array>(
  chunks: readonly Chunk[],
): Chunk | NonSharedUint8Array {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : concatenate(chunks);
}

/**
 * Converts an async iterable to a byte stream; text is encoded as UTF-8. Cancelling the stream calls
 * `onCancel` and `return()` on the iterable; aborting `signal` calls `return()` and errors the stream
 * with the signal's reason, as `fetch` does.
 */
export function toReadableStream(
  source: AsyncIterable<Uint8Array | string>,
  signal: AbortSignal,
  onCancel: (reason: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = source[Symbol.asyncIterator]();
  const abort = (controller: ReadableStreamDefaultController) => (): void => {
    controller.error(signal.reason);
    void iterator.return?.();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        signal.addEventListener("abort", abort(controller), { once: true });
      },
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (signal.aborted) return;
        if (done) controller.close();
        else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
      },
      async cancel(reason) {
        onCancel(reason);
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
