import { isJsonMediaType, mediaTypeEssence } from "../media-type.ts";
import type { OperationDescriptor } from "../operation.ts";
import { responseKey } from "../status.ts";
import { DecodeError } from "./errors.ts";
import type { ReadContext, ReadResponse } from "./operation.ts";
import { readBody, readText } from "./read-body.ts";

/**
 * Reads a success as JSON, text or bytes, by its content type; an empty one is `undefined`.
 * Operations whose answers are others bring a reader of their own.
 *
 * @throws {DecodeError} when the content type is not a documented one, or the body is not what it says.
 * @throws {ConnectionError} when the connection breaks off before the body's end.
 */
export async function plainRead(
  operation: OperationDescriptor,
  response: Response,
  context: ReadContext,
): Promise<ReadResponse> {
  const { body, headers } = response;
  if (body === null || headers.get("content-length") === "0") return { body: undefined };
  const documented = documentedTypes(operation, response.status);
  const actual = headers.get("content-type") ?? documented[0] ?? "application/octet-stream";
  if (isJsonMediaType(actual) && documented.some(isJsonMediaType)) {
    const text = await readText(operation, response, context);
    return { body: parseJson(operation, response, text) };
  }
  const essence = mediaTypeEssence(actual) ?? "";
  const isDocumented = documented.some((one) => mediaTypeEssence(one) === essence);
  if (isDocumented && essence.startsWith("text/")) {
    const text = await readText(operation, response, context);
    return { body: text === "" ? undefined : text };
  }
  const blob = await readBody(operation, response, context, "blob");
  if (blob.size === 0) return { body: undefined };
  if (isDocumented) return { body: blob };
  throw new DecodeError(operation, response, `the content type ${actual} is not documented`);
}

/** The media types that the description has for a status. */
function documentedTypes({ responses }: OperationDescriptor, status: number): readonly string[] {
  const { content = [] } = responses[responseKey(responses, status) ?? ""] ?? {};
  return content.map(({ mediaType }) => mediaType);
}

/** JSON from a text; none at all for an empty one. */
export function parseJson(
  operation: OperationDescriptor,
  response: Response,
  text: string,
): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DecodeError(operation, response, "the body is no JSON", { cause });
  }
}
