import type { OperationDescriptor } from "../operation.ts";
import { writeParts } from "../multipart/write-parts.ts";
import type { CallInput } from "./call-options.ts";
import { chooseMediaType } from "./content-body.ts";
import { describedBody } from "./described-body.ts";
import type { WrittenBody } from "./operation.ts";

/**
 * Writes a list of parts as multipart, and other bodies as {@link describedBody} does.
 *
 * @throws {TypeError} when a part cannot be written, and as `describedBody`.
 */
export function partsBody(
  operation: OperationDescriptor,
  input: CallInput,
): WrittenBody | undefined {
  const { body, contentType } = input;
  const media = chooseMediaType(operation.requestBody?.content ?? [], contentType);
  if (media.as !== "parts" || !Array.isArray(body)) return describedBody(operation, input);
  return writeParts(media, body, contentType);
}
