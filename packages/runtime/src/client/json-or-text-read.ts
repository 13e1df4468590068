import { receivedKey } from "../status.ts";
import { jsonRead } from "./json-read.ts";
import type { ReadContext, ReadOperation, ReadResponse } from "./operation.ts";

/**
 * Reads a response that is documented as JSON or text, such as XML, by its content type. A response without
 * one is JSON. Throws as {@link jsonRead}.
 */
export async function jsonOrTextRead(
  operation: ReadOperation,
  response: Response,
  context: ReadContext,
): Promise<ReadResponse> {
  const { responses } = operation;
  const content = responses[receivedKey(responses, response.status) ?? ""]?.content ?? [];
  const actual = response.headers.get("content-type") ?? content[0]?.mediaType;
  const [essence = ""] = actual?.toLowerCase().split(/\s*;/, 1) ?? [];
  const documented = content.find(({ mediaType }) => mediaType === essence)?.mediaType;
  const isText = documented !== undefined && !/[/+]json$/.test(documented);
  const read = await jsonRead(operation, response, context, isText);
  return content.length < 2 || !actual ? read : { ...read, contentType: documented ?? actual };
}
