import { selectMediaType } from "../media-type.ts";
import { readParts } from "../multipart/read-parts.ts";
import type { OperationDescriptor } from "../operation.ts";
import { receivedKey } from "../status.ts";
import { describedRead } from "./described-response.ts";
import { DecodeError } from "./errors.ts";
import type { ReadContext, ReadResponse } from "./operation.ts";

/**
 * Reads responses as {@link describedRead} does, and multipart bodies as lists of their parts. That of an error is a Blob
 * where it is malformed.
 *
 * @throws {DecodeError} when a success is malformed or has more than 1000 parts, and as `describedRead`.
 */
export async function partsRead(
  operation: OperationDescriptor,
  response: Response,
  context: ReadContext,
): Promise<ReadResponse> {
  const read = await describedRead(operation, response, context);
  const { responses } = operation;
  const contentType = response.headers.get("content-type");
  const content = responses[receivedKey(responses, response.status) ?? ""]?.content ?? [];
  const media = contentType === null ? content[0] : selectMediaType(content, contentType);
  if (media?.as !== "parts" || !(read.body instanceof Blob)) return read;
  try {
    return { ...read, body: await readParts(media, read.body.stream(), contentType ?? "") };
  } catch (cause) {
    if (!response.ok) return read;
    const why = cause instanceof Error ? `: it ${cause.message}` : "";
    const reason = `the body is no ${media.mediaType}${why}`;
    throw new DecodeError(operation, response, reason, { cause });
  }
}
