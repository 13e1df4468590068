import { concatenate } from "../byte-stream.ts";
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

/** The most bytes of a body that is read as a whole where nobody sets another limit: 256 MiB. */
const defaultMaxBodyBytes = 256 * 1024 * 1024;

/**
 * Reads the whole body of a response.
 *
 * @throws {ConnectionError} when the connection breaks off; what the call was aborted with, if it was.
 * @throws {DecodeError} when the body is larger than `maxBodyBytes`, as soon as it is.
 * @throws {TypeError} when somebody has read it before.
 */
export async function readBody<Kind extends "text" | "blob" | "arrayBuffer">(
  operation: Pick<ClientOperation, "operationId">,
  response: Response,
  { signal, options: own, clientOptions: options, release }: ReadContext,
  kind: Kind,
): Promise<Awaited<ReturnType<Response[Kind]>>> {
  if (response.bodyUsed)
    throw new TypeError(`${operation.operationId}: the body is read already: read a \`clone()\``);
  const max = own.maxBodyBytes ?? options.maxBodyBytes ?? defaultMaxBodyBytes;
  try {
    const received = await receive(response, max);
    if (received) return (await received[kind]()) as Awaited<ReturnType<Response[Kind]>>;
  } catch (cause) {
    signal.throwIfAborted();
    throw new ConnectionError(operation, cause, requestIdOf({ options }, response));
  } finally {
    release();
  }
  const reason = `the body is larger than ${max} bytes: raise \`maxBodyBytes\``;
  throw new DecodeError(operation, response, reason);
}

/**
 * A response whose body has arrived, or is known to be small; `undefined` where it is larger than a limit.
 * The length of a compressed body says nothing of what it is expanded to.
 */
async function receive(response: Response, max: number): Promise<Response | undefined> {
  const { body, headers } = response;
  const length = headers.get("content-length");
  const isKnown = length !== null && !headers.has("content-encoding");
  if (!body || (isKnown && Number(length) <= max)) return response;
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let rest = max;
  for (let { value } = await reader.read(); value; { value } = await reader.read()) {
    rest -= value.length;
    if (rest < 0) {
      reader.cancel().catch(() => {});
      return undefined;
    }
    chunks.push(value);
  }
  return new Response(concatenate(chunks), { headers });
}
