import { ByteCollector } from "../byte-collector.ts";
import { concatenate, iterateBytes } from "../byte-stream.ts";
import type { ByteSource } from "../byte-stream.ts";
import { Deadline } from "./deadline.ts";
import { incompleteBody, RequestFailure } from "./failure.ts";
import type { InputLimits } from "./options.ts";
import type { HttpRequest } from "./types.ts";

/** A body whose Content-Length exceeds the limit is rejected unread. */
export function checkContentLength({ headers }: HttpRequest, { maxBodyBytes }: InputLimits): void {
  if (Number(headers["content-length"]) > maxBodyBytes) throw new RequestFailure(413);
}

/** A body that the transport can collect faster than by iteration. */
export interface CollectableBytes extends AsyncIterable<Uint8Array> {
  /**
   * Collects all chunks.
   *
   * @param limit the most bytes
   * @param timeout in milliseconds; `0`: none
   * @throws if the body is incomplete
   */
  collect(limit: number, timeout: number): Promise<readonly Uint8Array[] | "too large" | "timeout">;
}

/** A body that the transport has as a whole, where it knows its length before. */
export interface FramedBytes extends AsyncIterable<Uint8Array> {
  /** Reads all bytes, as many as `content-length` says; `undefined` if that is not known. */
  readWhole(): Promise<Uint8Array> | undefined;
}

const isCollectable = (body: ByteSource): body is CollectableBytes => "collect" in body;

/**
 * Reads a body as a whole.
 *
 * @throws {RequestFailure} 413 if it is larger than the limit, 408 after the timeout, 400 if it is incomplete
 */
export function readLimited(
  request: HttpRequest,
  limits: InputLimits,
): Uint8Array | Promise<Uint8Array | undefined> | undefined {
  const { body } = request;
  if (body === undefined) return undefined;
  checkContentLength(request, limits);
  if (body instanceof Uint8Array) {
    if (body.length > limits.maxBodyBytes) throw new RequestFailure(413);
    return body;
  }
  const whole = "readWhole" in body ? (body as FramedBytes).readWhole() : undefined;
  if (whole !== undefined) return inTime(whole, limits);
  return isCollectable(body) ? collect(body, limits) : collectChunks(body, limits, request.signal);
}

/** @throws {RequestFailure} 408 after the timeout, 400 if the body is incomplete, 413 if it is larger all the same */
function inTime(
  whole: Promise<Uint8Array>,
  { maxBodyBytes, bodyTimeout }: InputLimits,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const onTimeout = (): void => reject(new RequestFailure(408));
    const timer = bodyTimeout > 0 ? setTimeout(onTimeout, bodyTimeout) : undefined;
    const settle = (bytes: Uint8Array | undefined): void => {
      clearTimeout(timer);
      if (bytes === undefined) reject(incompleteBody());
      else if (bytes.length > maxBodyBytes) reject(new RequestFailure(413));
      else resolve(bytes);
    };
    whole.then(settle, () => settle(undefined));
  });
}

async function collect(
  body: CollectableBytes,
  { maxBodyBytes, bodyTimeout }: InputLimits,
): Promise<Uint8Array | undefined> {
  const chunks = await body.collect(maxBodyBytes, bodyTimeout).catch(() => {
    throw incompleteBody();
  });
  if (chunks === "too large") throw new RequestFailure(413);
  if (chunks === "timeout") throw new RequestFailure(408);
  return chunks.length === 1 ? chunks[0] : concatenate(chunks);
}

async function collectChunks(
  body: ByteSource,
  { maxBodyBytes, bodyTimeout }: InputLimits,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  const collector = new ByteCollector();
  let length = 0;
  const deadline = new Deadline(bodyTimeout, signal);
  const source = deadline.limit(iterateBytes(body));
  try {
    for await (const chunk of { [Symbol.asyncIterator]: () => source }) {
      length += chunk.length;
      if (length > maxBodyBytes) break;
      collector.add(chunk);
    }
  } catch (error) {
    throw error instanceof RequestFailure ? error : incompleteBody();
  } finally {
    deadline.stop();
  }
  if (length > maxBodyBytes) throw new RequestFailure(413);
  const chunks = collector.take();
  return chunks.length === 1 ? chunks[0] : concatenate(chunks);
}
