import { mediaTypeMatches } from "../media-type.ts";
import type { MediaTypeDescriptor } from "../operation.ts";
import { DecodeError } from "./errors.ts";
import { openStream } from "./item-stream.ts";
import type { ClientOperation } from "./operation.ts";
import { readBody } from "./read-body.ts";
import { readError } from "./read-error.ts";

/**
 * A reader for operations whose only success is a stream.
 *
 * @param media left out: the events of a `text/event-stream`.
 * @returns a reader for {@link ClientOperation.read}. It throws `DecodeError` when a success is of
 *   another content type; one without a body is `undefined`.
 */
export function streamRead(
  media: MediaTypeDescriptor = { mediaType: "text/event-stream", stream: "server-sent-events" },
): NonNullable<ClientOperation["read"]> {
  return async (operation, response, context) => {
    const { ok, headers, body } = response;
    if (!ok) return readError(operation, response, context);
    if (body === null) return { body: undefined };
    const actual = headers.get("content-type");
    if (actual === null || mediaTypeMatches(media.mediaType, actual))
      return { body: openStream(media, operation, response, context) };
    if ((await readBody(operation, response, context, "text")) === "") return { body: undefined };
    throw new DecodeError(operation, response, `the content type ${actual} is not documented`);
  };
}
