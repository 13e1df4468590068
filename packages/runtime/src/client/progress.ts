import type { NonSharedUint8Array } from "../web-types.ts";

/** The progress of a body's transfer. */
export interface Progress {
  /** The bytes so far. */
  readonly bytes: number;
  /** All there are; `undefined` where that is not known beforehand. */
  readonly total: number | undefined;
}

/** Called with each chunk that goes over. */
export type ProgressListener = (progress: Progress) => void;

/** A body whose bytes can be counted on their way out. */
export type CountableBody =
  | string
  | Blob
  | ArrayBuffer
  | ArrayBufferView
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array | string>
  | (() => Blob | ReadableStream<Uint8Array>);

/** The body to send instead. */
type Counted<Body> = Body extends ReadableStream
  ? ReadableStream<Uint8Array>
  : Body extends AsyncIterable<unknown>
    ? AsyncIterable<Uint8Array>
    : Body extends () => infer Made
      ? () => Counted<Made>
      : Blob;

/**
 * Counts the bytes of a request's body as the connection takes them. A body that can be sent again
 * stays one; each attempt counts from zero. Text and bytes become a Blob, whose length is sent; of a
 * stream it is not known. Browsers read a Blob without telling, so that the listener stays silent
 * there.
 *
 * @param listener what it throws breaks the upload off.
 */
export function withUploadProgress<Body extends CountableBody>(
  body: Body,
  listener: ProgressListener,
): Counted<Body>;
export function withUploadProgress(body: CountableBody, listener: ProgressListener): unknown {
  if (typeof body === "function") return () => withUploadProgress(body(), listener);
  if (body instanceof ReadableStream) return counted(body, undefined, listener);
  if (typeof body === "object" && Symbol.asyncIterator in body)
    return countedPieces(body, listener);
  return countedBlob(body instanceof Blob ? body : new Blob([body as BlobPart]), listener);
}

/**
 * Counts the bytes of a response, or of a stream of bytes, as they are read:
 * `await downloadProgress(await call.response(), listener).blob()`.
 *
 * @param listener what it throws breaks the download off.
 * @returns a response of the same status and headers, or a stream. Leaving it ends the download.
 */
export function downloadProgress<Source extends Response | ReadableStream<Uint8Array>>(
  source: Source,
  listener: ProgressListener,
): Source;
export function downloadProgress(
  source: Response | ReadableStream<Uint8Array>,
  listener: ProgressListener,
): Response | ReadableStream<Uint8Array> {
  if (source instanceof ReadableStream) return counted(source, undefined, listener);
  const { body, status, statusText, headers } = source;
  if (body === null) return source;
  return new Response(counted(body, lengthOf(headers), listener), { status, statusText, headers });
}

/** The length of a body as it is read: that of a compressed one is not (RFC 9110, section 8.6). */
function lengthOf(headers: Headers): number | undefined {
  const length = headers.get("content-length");
  const isEncoded = (headers.get("content-encoding") ?? "identity") !== "identity";
  return length === null || isEncoded ? undefined : Number(length);
}

/** A Blob that says how it is read; runtimes ask it for its stream each time that they send it. */
function countedBlob(blob: Blob, listener: ProgressListener): Blob {
  const copy = blob.slice(0, blob.size, blob.type);
  const stream = (): ReadableStream<Uint8Array> => counted(blob.stream(), blob.size, listener);
  return Object.defineProperty(copy, "stream", { value: stream });
}

async function* countedPieces(
  pieces: AsyncIterable<Uint8Array | string>,
  listener: ProgressListener,
): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  let bytes = 0;
  for await (const piece of pieces) {
    const chunk = typeof piece === "string" ? encoder.encode(piece) : piece;
    bytes += chunk.byteLength;
    listener({ bytes, total: undefined });
    yield chunk;
  }
}

/** The most bytes between two reports: a Blob in memory may come in one piece. */
const largestPiece = 65_536;

function counted(
  stream: ReadableStream<Uint8Array>,
  total: number | undefined,
  listener: ProgressListener,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let rest = new Uint8Array();
  let bytes = 0;
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      while (rest.length === 0) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        rest = value as NonSharedUint8Array;
      }
      const piece = rest.subarray(0, largestPiece);
      rest = rest.subarray(largestPiece);
      bytes += piece.length;
      try {
        listener({ bytes, total });
      } catch (error) {
        reader.cancel(error).catch(() => {});
        throw error;
      }
      controller.enqueue(piece);
    },
    cancel: (reason) => reader.cancel(reason),
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}
