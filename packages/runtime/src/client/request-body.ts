import { encodeFormData } from "../form-data.ts";
import {
  isJsonMediaType,
  isMultipartMediaType,
  isUrlEncodedMediaType,
  mediaTypeEssence,
  selectMediaType,
} from "../media-type.ts";
import { isObject } from "../members.ts";
import type { MediaTypeDescriptor, OperationDescriptor } from "../operation.ts";
import { encodeForm } from "../parameters/query.ts";
import type { CallInput } from "./types.ts";

/** A body as `fetch` takes it. */
export interface RequestBody {
  readonly body: BodyInit;
  /** Left out: `fetch` sets it, as for the boundary of a multipart body. */
  readonly contentType?: string;
}

/**
 * Writes the body of a request as the media type that the input names, else as the first that the
 * description has. `undefined`: there is none.
 *
 * @throws {TypeError} when the operation takes no body, or the value cannot be written as the media
 *   type.
 */
export function encodeBody(
  operation: OperationDescriptor,
  input: CallInput,
): RequestBody | undefined {
  const { body, contentType } = input;
  if (body === undefined) return undefined;
  const content = operation.requestBody?.content;
  if (content === undefined) throw new TypeError(`${operation.operationId} takes no body`);
  const media =
    contentType === undefined
      ? content[0]
      : (selectMediaType(content, contentType) ?? { mediaType: contentType });
  const actual = contentType ?? media?.mediaType ?? "application/json";
  const encoded = encodeAs(media ?? { mediaType: actual }, actual, body);
  if (encoded) return encoded;
  throw new TypeError(`${operation.operationId}: the body cannot be written as ${actual}`);
}

function encodeAs(
  media: MediaTypeDescriptor,
  mediaType: string,
  body: unknown,
): RequestBody | undefined {
  if (isJsonMediaType(mediaType)) return { body: JSON.stringify(body), contentType: mediaType };
  if (isMultipartMediaType(mediaType)) {
    if (body instanceof FormData) return { body };
    return isObject(body) ? { body: encodeFormData(media, body) } : undefined;
  }
  if (isUrlEncodedMediaType(mediaType)) {
    const text = body instanceof URLSearchParams ? body.toString() : undefined;
    if (text !== undefined) return { body: text, contentType: mediaType };
    if (isObject(body)) return { body: encodeForm(media, body), contentType: mediaType };
  }
  if (!isBodyInit(body)) return undefined;
  const isRange = mediaType.includes("*");
  const ownType = body instanceof Blob ? mediaTypeEssence(body.type) : undefined;
  return { body, contentType: isRange ? (ownType ?? "application/octet-stream") : mediaType };
}

function isBodyInit(body: unknown): body is BodyInit {
  return (
    typeof body === "string" ||
    body instanceof Blob ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body) ||
    body instanceof ReadableStream
  );
}
