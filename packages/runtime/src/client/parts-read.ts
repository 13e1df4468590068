import { defaultMaxItemBytes } from "../event-stream/parse.ts";
import { selectMediaType } from "../media-type.ts";
import { MultipartError } from "../multipart/multipart-error.ts";
import { readParts, streamParts } from "../multipart/read-parts.ts";
import type { MediaTypeDescriptor, OperationDescriptor } from "../operation.ts";
import { receivedKey } from "../status.ts";
import { describedRead } from "./described-response.ts";
import { DecodeError } from "./errors.ts";
import { openStream } from "./item-stream.ts";
import type { ItemReader, OpenStream } from "./item-stream.ts";
import type { ReadContext, ReadResponse } from "./operation.ts";

/**
 * Reads multipart bodies as lists or streams of parts, and others as {@link describedRead} does. A
 * malformed multipart body of an error stays a Blob.
 *
 * @throws {DecodeError} when a success is malformed or has more than 1000 parts, and as `describedRead`.
 */
export async function partsRead(
  operation: OperationDescriptor,
  response: Response,
  context: ReadContext,
): Promise<ReadResponse> {
  const read = await describedRead(operation, response, context, openParts);
  const { responses } = operation;
  const contentType = response.headers.get("content-type");
  const content = responses[receivedKey(responses, response.status) ?? ""]?.content ?? [];
  const media = contentType === null ? content[0] : selectMediaType(content, contentType);
  if (media?.as !== "parts" || !(read.body instanceof Blob)) return read;
  try {
    return { ...read, body: await readParts(media, read.body.stream(), contentType ?? "") };
  } catch (cause) {
    if (!response.ok) return read;
    throw noParts(media, operation, response, cause);
  }
}

const openParts: OpenStream = (media, operation, response, context) =>
  openStream(
    media,
    operation,
    response,
    context,
    media.stream === "multipart" ? partItems : undefined,
  );

/**
 * Reads the parts of a stream as they arrive. Their number is not limited, and each may be as large as an
 * item.
 */
const partItems: ItemReader = async function* partItems(
  chunks,
  media,
  operation,
  response,
  { options, clientOptions },
) {
  const contentType = response.headers.get("content-type") ?? "";
  const maxItemBytes = options.maxItemBytes ?? clientOptions.maxItemBytes ?? defaultMaxItemBytes;
  const limits = { maxParts: Number.POSITIVE_INFINITY, maxPartBytes: () => maxItemBytes };
  try {
    for await (const { value } of streamParts(media, chunks, contentType, limits)) yield value;
  } catch (cause) {
    throw cause instanceof MultipartError ? noParts(media, operation, response, cause) : cause;
  }
};

function noParts(
  { mediaType }: MediaTypeDescriptor,
  operation: OperationDescriptor,
  response: Response,
  cause: unknown,
): DecodeError {
  const why = cause instanceof Error ? `: it ${cause.message}` : "";
  return new DecodeError(operation, response, `the body is not ${mediaType}${why}`, { cause });
}
