import { isJsonMediaType, mediaTypeEssence } from "../media-type.ts";
import type { OperationDescriptor } from "../operation.ts";
import { receivedKey } from "../status.ts";
import { DecodeError } from "./errors.ts";
import type { ReadContext, ReadResponse } from "./operation.ts";
import { otherBody } from "./other-body.ts";
import { readBody, readText } from "./read-body.ts";

/**
 * Reads a success as JSON, text or bytes, by its content type; an empty one is `undefined`.
 * Operations whose answers are others bring a reader of their own.
 *
 * @throws {DecodeError} when the body is not what a documented content type says; see {@link otherBody} for
 *   what is not documented.
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
  if (!isDocumented) return { body: await otherBody(operation, response, context, documented[0]) };
  const blob = await readBody(operation, response, context, "blob");
  return { body: blob.size === 0 ? undefined : blob };
}

/** The media types that the description has for a status. */
function documentedTypes({ responses }: OperationDescriptor, status: number): readonly string[] {
  const { content = [] } = responses[receivedKey(responses, status) ?? ""] ?? {};
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
