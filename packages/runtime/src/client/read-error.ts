import { isJsonMediaType } from "../media-type.ts";
import type { OperationDescriptor } from "../operation.ts";
import type { ReadContext, ReadResponse } from "./operation.ts";
import { readBody } from "./read-body.ts";

/**
 * Reads the body of an error as JSON if it is valid JSON, else as text. An empty body is `undefined`.
 *
 * @throws {ConnectionError} when the connection breaks before the end of the body.
 */
export async function readError(
  operation: OperationDescriptor,
  response: Response,
  context: ReadContext,
): Promise<ReadResponse> {
  const text = await readBody(operation, response, context, "text");
  if (text === "") return { body: undefined };
  const contentType = response.headers.get("content-type");
  if (contentType !== null && !isJsonMediaType(contentType)) return { body: text };
  try {
    return { body: JSON.parse(text) };
  } catch {
    return { body: text };
  }
}
