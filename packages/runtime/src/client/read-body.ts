import { charsetOf, decodeBytes } from "../charset.ts";
import type { OperationDescriptor } from "../operation.ts";
import { requestIdOf } from "./core.ts";
import { ConnectionError, DecodeError } from "./errors.ts";
import type { ClientOperation, ReadContext } from "./operation.ts";

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

/**
 * Reads the whole body of a response.
 *
 * @throws {ConnectionError} when the connection breaks off; what the call was aborted with, if it was.
 * @throws {TypeError} when somebody has read it before.
 */
export async function readBody<Kind extends "text" | "blob" | "arrayBuffer">(
  operation: Pick<ClientOperation, "operationId">,
  response: Response,
  { signal, clientOptions: options, release }: ReadContext,
  kind: Kind,
): Promise<Awaited<ReturnType<Response[Kind]>>> {
  if (response.bodyUsed)
    throw new TypeError(`${operation.operationId}: the body is read already: read a \`clone()\``);
  try {
    return (await response[kind]()) as Awaited<ReturnType<Response[Kind]>>;
  } catch (cause) {
    signal.throwIfAborted();
    throw new ConnectionError(operation, cause, requestIdOf({ options }, response));
  } finally {
    release();
  }
}
