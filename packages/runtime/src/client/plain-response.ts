import { isJsonMediaType, mediaTypeEssence } from "../media-type.ts";
import type { OperationDescriptor } from "../operation.ts";
import { receivedKey } from "../status.ts";
import { DecodeError } from "./errors.ts";
import type { ReadContext, ReadResponse } from "./operation.ts";
import { otherBody } from "./other-body.ts";
import { readBody, readText } from "./read-body.ts";

/**
 * Reads a success as JSON, text or bytes, by its content type. An empty one is `undefined`. Operations with
 * other answers name another reader.
 *
 * @throws {DecodeError} when the body does not match its documented content type; see {@link otherBody} for
 * undocumented ones.
 * @throws {ConnectionError} when the connection breaks before the end of the body.
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

/** Returns the documented media types of a status. */
function documentedTypes({ responses }: OperationDescriptor, status: number): readonly string[] {
  const { content = [] } = responses[receivedKey(responses, status) ?? ""] ?? {};
  return content.map(({ mediaType }) => mediaType);
}

/** Parses a JSON text. An empty one is `undefined`. */
export function parseJson(
  operation: OperationDescriptor,
  response: Response,
  text: string,
): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DecodeError(operation, response, "the body is not JSON", { cause });
  }
}
