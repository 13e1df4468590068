import { concatenate } from "../byte-stream.ts";
import { charsetOf, decodeBytes } from "../charset.ts";
import type { OperationDescriptor } from "../operation.ts";
import { requestIdOf } from "./core.ts";
import { ConnectionError, DecodeError } from "./errors.ts";
import type { ClientOperation, ReadContext } from "./operation.ts";
import type { NonSharedUint8Array } from "../web-types.ts";

/**
 * Reads the whole body of a response as text in the charset of its content type. Nothing is replaced by
 * U+FFFD.
 *
 * @throws {DecodeError} when the charset is not supported, or the body is not in it.
 * @throws {ConnectionError} when the connection breaks off before the body's end.
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

/** The most bytes of a body that is read as a whole where nobody sets another limit: 256 MiB. */
const defaultMaxBodyBytes = 256 * 1024 * 1024;

/**
 * Reads the whole body of a response.
 *
 * @throws {ConnectionError} when the connection breaks off; what the call was aborted with, if it was.
 * @throws {DecodeError} when the body is larger than `maxBodyBytes`, as soon as it is.
 * @throws {TypeError} when somebody has read it before.
 */
export async function readBody<Kind extends keyof Bodies>(
  operation: Pick<ClientOperation, "operationId" | "method" | "path">,
  response: Response,
  { signal, options: own, clientOptions: options, release }: ReadContext,
  kind: Kind,
): Promise<Bodies[Kind]> {
  if (response.bodyUsed)
    throw new TypeError(`${operation.operationId}: the body is read already: read a \`clone()\``);
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

/** Reads a body chunk by chunk, which is no slower than at once; `undefined` where it is larger than a limit. */
export async function readWithin<Kind extends keyof Bodies>(
  response: Response,
  max: number,
  kind: Kind,
): Promise<Bodies[Kind] | undefined> {
  const { body, headers } = response;
  // Not every runtime has a body in chunks.
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
