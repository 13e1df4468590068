import { requestIdOf } from "./core.ts";
import { ConnectionError, DecodeError } from "./errors.ts";
import type { ReadContext } from "./operation.ts";
import type { NonSharedUint8Array } from "../web-types.ts";

/**
 * Reads the whole body of a response, in chunks, which is as fast as reading it at once.
 *
 * @throws {ConnectionError} when the connection breaks.
 * @throws {DecodeError} as soon as the body is larger than `maxBodyBytes`.
 * @throws {TypeError} when it has been read before.
 * @throws the reason of the signal when it aborts.
 */
export async function readBody(
  response: Response,
  { request, signal, options: own, clientOptions: options, release }: ReadContext,
): Promise<NonSharedUint8Array[]> {
  const { operation } = request;
  if (response.bodyUsed)
    throw new TypeError(
      `${operation.operationId}: the body has been read before: read a \`clone()\``,
    );
  const max = own.maxBodyBytes ?? options.maxBodyBytes ?? 2 ** 28;
  try {
    const chunks = await readWithin(response, max);
    if (chunks) return chunks;
  } catch (cause) {
    signal.throwIfAborted();
    const requestId = requestIdOf({ options }, response);
    throw new ConnectionError(operation, cause, requestId, "", response.url);
  } finally {
    release();
  }
  const reason = `the body is larger than ${max} bytes: raise \`maxBodyBytes\``;
  throw new DecodeError(operation, response, reason);
}

/** Reads the chunks of a body. `undefined` if it is larger than the limit. */
export async function readWithin(
  response: Response,
  max: number,
): Promise<NonSharedUint8Array[] | undefined> {
  // Some runtimes have no `body` stream.
  if (!response.body) return [new Uint8Array(await response.arrayBuffer())];
  const reader = response.body.getReader();
  const chunks: NonSharedUint8Array[] = [];
  let rest = max;
  for (;;) {
    const { value } = await reader.read();
    if (!value) return chunks;
    rest -= value.length;
    if (rest < 0) {
      reader.cancel().catch(() => {});
      return undefined;
    }
    chunks.push(value as NonSharedUint8Array);
  }
}
