import { mediaTypeMatches } from "../media-type.ts";
import type { OperationDescriptor } from "../operation.ts";
import { responseKey } from "../status.ts";
import { DecodeError } from "./errors.ts";
import { openStream } from "./item-stream.ts";
import type { ReadContext, ReadResponse } from "./operation.ts";
import { readBody } from "./read-body.ts";
import { readError } from "./read-error.ts";

/**
 * Reads the responses of an operation whose only success is a stream.
 *
 * @throws {DecodeError} when a success is of another content type; one without a body is `undefined`.
 */
export async function streamRead(
  operation: OperationDescriptor,
  response: Response,
  context: ReadContext,
): Promise<ReadResponse> {
  const { ok, status, headers, body } = response;
  if (!ok) return readError(operation, response, context);
  if (body === null) return { body: undefined };
  const actual = headers.get("content-type");
  const { responses } = operation;
  const [media] = responses[responseKey(responses, status) ?? ""]?.content ?? [];
  if (media !== undefined && (actual === null || mediaTypeMatches(media.mediaType, actual)))
    return { body: openStream(media, operation, response, context) };
  if ((await readBody(operation, response, context, "text")) === "") return { body: undefined };
  throw new DecodeError(operation, response, `the content type ${actual} is not documented`);
}
