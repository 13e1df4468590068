import { isJsonMediaType } from "../media-type.ts";
import type { ReadContext, ReadResponse } from "./operation.ts";
import { readBlob } from "./read-text.ts";

/**
 * Reads the body of an error as JSON if it is valid JSON, else as text. An empty body is `undefined`.
 *
 * @throws {ConnectionError} when the connection breaks before the end of the body.
 */
export async function readError(response: Response, context: ReadContext): Promise<ReadResponse> {
  const text = await (await readBlob(response, context)).text();
  if (text === "") return { body: undefined };
  const contentType = response.headers.get("content-type");
  if (contentType !== null && !isJsonMediaType(contentType)) return { body: text };
  try {
    return { body: (context.request.operation.parse ?? JSON.parse)(text) };
  } catch {
    return { body: text };
  }
}
