import { toReadableStream } from "../byte-stream.ts";
import { jsonText } from "../json-text.ts";
import {
  isJsonMediaType,
  isMultipartMediaType,
  isRaw,
  isUrlEncodedMediaType,
  labelledUtf8,
  mediaTypeFor,
  selectMediaType,
} from "../media-type.ts";
import { isObject, type JsonObject } from "../members.ts";
import type { MediaTypeDescriptor, OperationDescriptor } from "../operation.ts";
import { naming, wellFormed } from "../parameters/unsendable.ts";
import type { CallInput } from "./call-options.ts";
import type { BodyContent, WrittenBody } from "./operation.ts";

/** Writers of what is neither JSON, text nor bytes. */
export interface ContentWriters {
  /** Writes the text of one item of a stream. */
  readonly item?: (media: MediaTypeDescriptor, item: unknown) => string;
  /** Writes `application/x-www-form-urlencoded`. */
  readonly form?: (media: MediaTypeDescriptor, body: JsonObject) => string;
  /** Writes `multipart/form-data`. */
  readonly multipart?: (media: MediaTypeDescriptor, body: JsonObject) => Blob;
}

/**
 * Writes a body as JSON, text or bytes, in the media type that the input names, else in the first of the
 * description.
 *
 * @param writers of the other kinds, which operations with such bodies bind.
 * @throws {TypeError} when the operation takes no body, or the value cannot be written in the media type.
 */
export function contentBody(
  { operationId, requestBody }: OperationDescriptor,
  { body, contentType }: CallInput,
  writers: ContentWriters = {},
): WrittenBody | undefined {
  if (body === undefined) return undefined;
  if (requestBody === undefined) throw new TypeError(`${operationId} takes no body`);
  const media = chooseMediaType(requestBody.content, contentType);
  const actual = contentType ?? mediaTypeFor(media, body);
  const written = naming(operationId, () => writeAs(media, actual, body, writers));
  if (written) return written;
  throw new TypeError(`${operationId}: the body cannot be written as ${actual}`);
}

/** Returns the media type that the input names, else the first of the description. */
export function chooseMediaType(
  content: readonly MediaTypeDescriptor[],
  contentType: string | undefined,
): MediaTypeDescriptor {
  if (contentType === undefined) return content[0] ?? { mediaType: "application/json" };
  const named = content.find(({ mediaType }) => mediaType === contentType);
  return named ?? selectMediaType(content, contentType) ?? { mediaType: contentType };
}

function writeAs(
  media: MediaTypeDescriptor,
  contentType: string,
  body: unknown,
  { item, form, multipart }: ContentWriters,
): WrittenBody | undefined {
  if (typeof body === "function") return { body: body as () => BodyContent, contentType };
  if (item && media.stream !== undefined && isIterable(body))
    return { body: streamItems((one) => item(media, one), body), contentType };
  if (isMultipartMediaType(contentType) && media.as === undefined) {
    if (!multipart || !isObject(body) || isRaw(body)) return undefined;
    const written = multipart(media, body);
    return { body: written, contentType: written.type };
  }
  if (isJsonMediaType(contentType) && (typeof body === "string" || !isRaw(body))) {
    return { body: jsonText(body), contentType: labelledUtf8(contentType) };
  }
  if (isUrlEncodedMediaType(contentType)) {
    if (body instanceof URLSearchParams) return { body: body.toString(), contentType };
    if (form && isObject(body) && !isRaw(body)) return { body: form(media, body), contentType };
  }
  if (typeof body === "string")
    return { body: wellFormed(body), contentType: labelledUtf8(contentType) };
  return isRaw(body) ? { body: toBodyInit(body), contentType } : undefined;
}

const isIterable = (body: unknown): body is AsyncIterable<unknown> | Iterable<unknown> =>
  typeof body === "object" &&
  body !== null &&
  !(body instanceof ReadableStream) &&
  (Symbol.asyncIterator in body || Symbol.iterator in body);

function toBodyInit(body: string | object): BodyContent {
  const isForeign = typeof body === "object" && Symbol.asyncIterator in body;
  if (!isForeign || body instanceof ReadableStream) return body as BodyContent;
  return toStream(body as AsyncIterable<Uint8Array | string>);
}

function streamItems(
  textOf: (item: unknown) => string,
  items: AsyncIterable<unknown> | Iterable<unknown>,
): ReadableStream<Uint8Array> {
  async function* texts(): AsyncGenerator<string, void, undefined> {
    for await (const item of items) yield textOf(item);
  }
  return toStream(texts());
}

const toStream = (source: AsyncIterable<Uint8Array | string>): ReadableStream<Uint8Array> =>
  toReadableStream(source, new AbortController().signal, () => {});
