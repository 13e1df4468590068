import { mediaTypeMatches } from "../media-type.ts";
import type { OperationDescriptor, ResponseDescriptor } from "../operation.ts";
import { receivedKey } from "../status.ts";
import { DecodeError } from "./errors.ts";
import { openEvents, openStream, type OpenStream } from "./item-stream.ts";
import type { ReadContext, ReadResponse } from "./operation.ts";
import { otherBody } from "./other-body.ts";
import { readError } from "./read-error.ts";
import { readBlob } from "./read-text.ts";

/**
 * Reads the responses of an operation whose only success is a stream. A response without a body is
 * `undefined`.
 *
 * @throws {DecodeError} when a success has another content type.
 */
export const streamRead = (
  operation: OperationDescriptor,
  response: Response,
  context: ReadContext,
): Promise<ReadResponse> => readStream(operation, response, context, openStream);

/** As {@link streamRead}, for a stream of server-sent events. */
export const eventsRead = (
  operation: OperationDescriptor,
  response: Response,
  context: ReadContext,
): Promise<ReadResponse> => readStream(operation, response, context, openEvents);

async function readStream(
  operation: OperationDescriptor,
  response: Response,
  context: ReadContext,
  open: OpenStream,
): Promise<ReadResponse> {
  const { ok, status, headers, body } = response;
  if (!ok) return readError(response, context);
  if (body === null) return { body: undefined };
  const actual = headers.get("content-type");
  const { responses } = operation;
  const described = responses[receivedKey(responses, status) ?? ""];
  const [media] = (described ?? successOf(operation))?.content ?? [];
  if (media !== undefined && (actual === null || mediaTypeMatches(media.mediaType, actual)))
    return { body: open(media, operation, response, context) };
  if (!described?.content) return { body: await otherBody(operation, response, context) };
  if ((await readBlob(response, context)).size === 0) return { body: undefined };
  throw new DecodeError(operation, response, `the content type ${actual} is not documented`);
}

/** Returns the documented success, to read the stream of an undocumented 2xx status. */
const successOf = ({ responses }: OperationDescriptor): ResponseDescriptor | undefined =>
  Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
