import { concatenate } from "../byte-stream.ts";
import { charsetOf, decodeBytes } from "../charset.ts";
import type { OperationDescriptor } from "../operation.ts";
import { requestIdOf } from "./core.ts";
import { ConnectionError, DecodeError } from "./errors.ts";
import type { ClientOperation, ReadContext } from "./operation.ts";
import type { NonSharedUint8Array } from "../web-types.ts";

/**
 * Reads the whole body of a response as text in the charset of its content type. Invalid bytes are not
 * replaced by U+FFFD.
 *
 * @throws {DecodeError} when the charset is not supported, or the bytes are invalid in it.
 * @throws {ConnectionError} when the connection breaks before the end of the body.
 */
export async function readText(
  operation: OperationDescriptor,
  response: Response,
  context: ReadContext,
): Promise<string> {
  const bytes = await readBody(operation, response, context, "arrayBuffer");
  try {
    return decodeBytes(bytes, charsetOf(response.headers.get("content-type")));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : "must be text";
    throw new DecodeError(operation, response, `the body ${reason}`, { cause });
  }
}

/** The default of `maxBodyBytes`: 256 MiB. */
const defaultMaxBodyBytes = 256 * 1024 * 1024;

/**
 * Reads the whole body of a response.
 *
 * @throws {ConnectionError} when the connection breaks.
 * @throws {DecodeError} as soon as the body is larger than `maxBodyBytes`.
 * @throws {TypeError} when it has been read before.
 * @throws the reason of the signal when it aborts.
 */
export async function readBody<Kind extends keyof Bodies>(
  operation: Pick<ClientOperation, "operationId" | "method" | "path">,
  response: Response,
  { signal, options: own, clientOptions: options, release }: ReadContext,
  kind: Kind,
): Promise<Bodies[Kind]> {
  if (response.bodyUsed)
    throw new TypeError(
      `${operation.operationId}: the body has been read before: read a \`clone()\``,
    );
  const max = own.maxBodyBytes ?? options.maxBodyBytes ?? defaultMaxBodyBytes;
  try {
    const body = await readWithin(response, max, kind);
    if (body !== undefined) return body;
  } catch (cause) {
    signal.throwIfAborted();
    const requestId = requestIdOf({ options }, response);
    throw new ConnectionError(operation, cause, requestId, undefined, response.url);
  } finally {
    release();
  }
  const reason = `the body is larger than ${max} bytes: raise \`maxBodyBytes\``;
  throw new DecodeError(operation, response, reason);
}

interface Bodies {
  readonly text: string;
  readonly blob: Blob;
  readonly arrayBuffer: ArrayBuffer | Uint8Array;
}

/**
 * Reads a body in chunks, which is as fast as reading it at once. `undefined` if it is larger than the
 * limit.
 */
export async function readWithin<Kind extends keyof Bodies>(
  response: Response,
  max: number,
  kind: Kind,
): Promise<Bodies[Kind] | undefined> {
  const { body, headers } = response;
  // Some runtimes have no `body` stream.
  if (!body) return response[kind]() as Promise<Bodies[Kind]>;
  const reader = body.getReader();
  const chunks: NonSharedUint8Array[] = [];
  let rest = max;
  for (let read = await reader.read(); read.value; read = await reader.read()) {
    rest -= read.value.length;
    if (rest < 0) {
      reader.cancel().catch(() => {});
      return undefined;
    }
    chunks.push(read.value as NonSharedUint8Array);
  }
  if (kind === "blob")
    return new Blob(chunks, { type: headers.get("content-type") ?? "" }) as Bodies[Kind];
  const [first, second] = chunks;
  const bytes = first && !second ? first : concatenate(chunks);
  return (kind === "text" ? new TextDecoder().decode(bytes) : bytes) as Bodies[Kind];
}
