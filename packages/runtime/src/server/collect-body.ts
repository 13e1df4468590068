import { ByteCollector } from "../byte-collector.ts";
import { iterateBytes, joined } from "../byte-stream.ts";
import type { ByteSource } from "../byte-stream.ts";
import { Deadline } from "./deadline.ts";
import { incompleteBody, RequestFailure } from "./failure.ts";
import type { InputLimits } from "./body-limits.ts";
import type { HttpRequest } from "./types.ts";

/** Rejects a body without reading it if its Content-Length exceeds the limit. */
export function checkContentLength({ headers }: HttpRequest, { maxBodyBytes }: InputLimits): void {
  if (Number(headers["content-length"]) > maxBodyBytes) throw new RequestFailure(413);
}

/** A body that the transport can read as a whole, which is faster than iteration. */
export interface CollectableBytes extends AsyncIterable<Uint8Array> {
  /**
   * Reads all bytes, at once if all have arrived. `undefined` if this body must be iterated.
   *
   * @param limit the maximum number of bytes
   * @param timeout in milliseconds; `0`: none
   * @throws {RequestFailure} 413 if there are more bytes, 408 after the timeout, 400 if the body is
   * incomplete
   */
  collect(limit: number, timeout: number): Uint8Array | Promise<Uint8Array> | undefined;
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
): Uint8Array | Promise<Uint8Array> | undefined {
  const { body } = request;
  if (body === undefined) return undefined;
  checkContentLength(request, limits);
  if (body instanceof Uint8Array) {
    if (body.length > limits.maxBodyBytes) throw new RequestFailure(413);
    return body;
  }
  const { maxBodyBytes, bodyTimeout } = limits;
  const collected = isCollectable(body) ? body.collect(maxBodyBytes, bodyTimeout) : undefined;
  return collected ?? collectChunks(body, limits, request.signal);
}

async function collectChunks(
  body: ByteSource,
  { maxBodyBytes, bodyTimeout }: InputLimits,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
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
  return joined(collector.take());
}
