import { requestIdOf } from "./core.ts";
import { ConnectionError } from "./errors.ts";
import type { ClientOperation, ReadContext } from "./operation.ts";

/**
 * Reads the whole body of a response.
 *
 * @throws {ConnectionError} when the connection breaks off; what the call was aborted with, if it was.
 * @throws {TypeError} when somebody has read it before.
 */
export async function readBody<Kind extends "text" | "blob">(
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
