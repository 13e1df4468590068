import { joined } from "../byte-stream.ts";
import { charsetOf, decodeBytes } from "../charset.ts";
import type { OperationDescriptor } from "../operation.ts";
import { DecodeError } from "./errors.ts";
import type { ReadContext, ReadOperation } from "./operation.ts";
import { readBody } from "./read-body.ts";

/** Reads the whole body of a response as bytes of its content type. Throws as {@link readBody}. */
export const readBlob = async (response: Response, context: ReadContext): Promise<Blob> =>
  new Blob(await readBody(response, context), {
    type: response.headers.get("content-type") ?? "",
  });

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
  const bytes = joined(await readBody(response, context));
  try {
    return decodeBytes(bytes, charsetOf(response.headers.get("content-type")));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : "must be text";
    throw new DecodeError(operation, response, `the body ${reason}`, { cause });
  }
}

/** Parses a JSON text. An empty one is `undefined`. */
export function parseJson(operation: ReadOperation, response: Response, text: string): unknown {
  if (text === "") return undefined;
  try {
    return (operation.parse ?? JSON.parse)(text);
  } catch (cause) {
    throw new DecodeError(operation, response, "the body is not JSON", { cause });
  }
}
