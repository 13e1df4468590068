import type { NonSharedUint8Array } from "../web-types.ts";

/** The progress of a body's transfer. */
export interface Progress {
  /** The bytes transferred so far. */
  readonly bytes: number;
  /** The size of the body, or `undefined` where it is unknown. */
  readonly total: number | undefined;
}

/** Called after each chunk. */
export type ProgressListener = (progress: Progress) => void;

/** A body whose upload can be counted. */
export type CountableBody =
  | string
  | Blob
  | ArrayBuffer
  | ArrayBufferView
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array | string>
  | (() => Blob | ReadableStream<Uint8Array>);

/** The type of the body to send instead. */
type Counted<Body> = Body extends ReadableStream
  ? ReadableStream<Uint8Array>
  : Body extends AsyncIterable<unknown>
    ? AsyncIterable<Uint8Array>
    : Body extends () => infer Made
      ? () => Counted<Made>
      : Blob;

/**
 * Wraps a request's body to count its bytes as the connection takes them. Each attempt counts from zero.
 * Text and bytes become a Blob, whose length is sent; that of a stream is unknown. Browsers read a Blob
 * without using this wrapper, so that the listener is not called there.
 *
 * @param listener an error that it throws stops the upload.
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
 * Counts the bytes of a response, or of a stream of bytes, as they are read: `await downloadProgress(await
 * call.response(), listener).blob()`.
 *
 * @param listener an error that it throws stops the download.
 * @returns a response with the same status and headers, or a stream. Leaving it cancels the download.
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

/**
 * Returns the length of a body as it is read. The length of a compressed body is unknown (RFC 9110, section
 * 8.6).
 */
function lengthOf(headers: Headers): number | undefined {
  const length = headers.get("content-length");
  const isEncoded = (headers.get("content-encoding") ?? "identity") !== "identity";
  return length === null || isEncoded ? undefined : Number(length);
}

/** Creates a Blob that reports its progress. Runtimes call its `stream()` each time that they send it. */
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

/** The most bytes between two reports, since a Blob in memory may come as one chunk. */
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
