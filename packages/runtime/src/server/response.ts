import {
  encodeItem,
  encodeTerminal,
  eventFieldsOf,
  eventStreamComment,
} from "../event-stream/index.ts";
import { encodeFormData } from "../form-data.ts";
import {
  isJsonMediaType,
  isMultipartMediaType,
  isTextMediaType,
  isUrlEncodedMediaType,
  labelledUtf8,
  mediaTypeFor,
  negotiateMediaType,
  selectMediaType,
} from "../media-type.ts";
import { jsonText } from "../json-text.ts";
import { isObject } from "../members.ts";
import { writeParts, writePartStream } from "../multipart/write-parts.ts";
import type { MediaTypeDescriptor, ResponseDescriptor } from "../operation.ts";
import type { AnyResult } from "../result.ts";
import { naming } from "../parameters/unsendable.ts";
import { encodeForm } from "../parameters/query.ts";
import { checkLine, writeHeaders } from "./response-headers.ts";
import { encodeStream, isIterable } from "./stream.ts";
import type { Chunk, StreamOptions } from "./stream.ts";
import type { Answer, HttpRequest, HttpResponse } from "./types.ts";

type Body = NonNullable<HttpResponse["body"]>;

/**
 * Selects the documented media type of a response: the one the handler names, otherwise the one the
 * Accept header prefers.
 */
export function mediaTypeOf(
  described: ResponseDescriptor | undefined,
  answer: Answer<AnyResult>,
  accept: string | undefined,
): MediaTypeDescriptor {
  const content = described?.content ?? [];
  const { contentType } = answer;
  if (contentType !== undefined) {
    const named = content.find(({ mediaType }) => mediaType === contentType);
    return named ?? selectMediaType(content, contentType) ?? { mediaType: contentType };
  }
  return negotiateMediaType(content, accept) ?? { mediaType: "application/json" };
}

/** The options for writing a response. */
export interface WriteOptions {
  readonly operationId: string;
  /** The request. Its signal ends a stream. */
  readonly request: HttpRequest;
  /** Returns options that only a stream needs. */
  readonly streaming: () => StreamingOptions;
}

/** The options for writing a stream. */
export interface StreamingOptions {
  /** Called with an error that aborts a stream. */
  readonly onError: (error: unknown) => void;
  /** Serializes and validates an item. */
  readonly declared: (item: unknown) => unknown;
  /** Encodes the declared error event; absent if none is declared. */
  readonly failure: StreamOptions["failure"];
  /** The time in milliseconds without an event after which an event stream gets a comment; `0`: never. */
  readonly heartbeat: number;
}

/**
 * Writes an answer as a response.
 *
 * @param body the serialized body of the answer
 * @throws {InvalidAnswerError} if a header cannot be sent
 */
export function writeResponse(
  answer: Answer<AnyResult>,
  body: unknown,
  described: ResponseDescriptor | undefined,
  media: MediaTypeDescriptor,
  options: WriteOptions,
): HttpResponse | Promise<HttpResponse> {
  const { operationId, request } = options;
  const headers = writeHeaders(operationId, answer, described);
  const { status } = answer;
  if (body === undefined) {
    // Without a body only a response to HEAD has the length of the body that GET would return.
    if (request.method !== "HEAD") delete headers["content-length"];
    return { status, headers };
  }
  if (media.stream !== undefined && isIterable(body)) {
    headers["cache-control"] ??= "no-cache";
    // The length of a stream is unknown until it ends.
    delete headers["content-length"];
    if (media.stream === "multipart") {
      const { declared, onError } = options.streaming();
      const { contentType, chunks } = writePartStream(media, body, declared);
      setType(operationId, headers, contentType);
      const raw = { signal: request.signal, onError, encode: toChunk };
      return { status, headers, body: encodeStream(chunks, raw) };
    }
    setType(operationId, headers, media.mediaType);
    return { status, headers, body: encodeStream(body, itemOptions(media, options)) };
  }
  const written = naming(operationId, () => writeBody(media, body, answer.contentType));
  return written instanceof Promise
    ? written.then((one) => respond(status, headers, one, options))
    : respond(status, headers, written, options);
}

function respond(
  status: number,
  headers: HttpResponse["headers"],
  { contentType, body }: WrittenBody,
  { operationId, request, streaming }: WriteOptions,
): HttpResponse {
  setType(operationId, headers, contentType);
  if (typeof body === "string" || body instanceof Uint8Array) {
    // The adapter computes it.
    if (headers["content-length"] !== undefined) delete headers["content-length"];
    return { status, headers, body };
  }
  const length = lengthOf(headers);
  const { onError } = streaming();
  const raw = { signal: request.signal, onError, encode: toChunk, length };
  return { status, headers, body: encodeStream(body, raw) };
}

function setType(operationId: string, headers: HttpResponse["headers"], byDefault: string): void {
  const contentType = (headers["content-type"] ??= byDefault);
  for (const line of typeof contentType === "string" ? [contentType] : contentType)
    checkLine(operationId, "content-type", line);
}

/** Returns the length that a handler announces for a streamed body. An invalid one is not sent. */
function lengthOf(headers: HttpResponse["headers"]): number | undefined {
  const length = headers["content-length"];
  if (typeof length === "string" && /^\d+$/.test(length)) return Number(length);
  delete headers["content-length"];
  return undefined;
}

function itemOptions(media: MediaTypeDescriptor, options: WriteOptions): StreamOptions {
  const { request } = options;
  const { declared, failure, heartbeat, onError } = options.streaming();
  const hasComments = media.stream === "server-sent-events" && heartbeat > 0;
  return {
    signal: request.signal,
    onError,
    failure,
    terminal: encodeTerminal(media),
    ...(hasComments ? { heartbeat: { every: heartbeat, text: eventStreamComment } } : {}),
    encode(item) {
      return encodeItem(media, declared(item), eventFieldsOf(item));
    },
  };
}

/** @throws {TypeError} if a chunk of a handler's body is neither text nor bytes */
function toChunk(chunk: unknown): Chunk {
  if (typeof chunk === "string" || chunk instanceof Uint8Array) return chunk;
  throw new TypeError("a chunk of the body is neither text nor bytes");
}

interface WrittenBody {
  readonly contentType: string;
  readonly body: Body;
}

function writeBody(
  media: MediaTypeDescriptor,
  body: unknown,
  given: string | undefined,
): WrittenBody | Promise<WrittenBody> {
  const contentType = given ?? mediaTypeFor(media, body);
  const isJson = isJsonMediaType(contentType);
  if (body instanceof Blob)
    return body.arrayBuffer().then((bytes) => ({ contentType, body: new Uint8Array(bytes) }));
  const bytes = toBytes(body);
  if (bytes) return { contentType, body: bytes };
  if (media.as === "parts" && Array.isArray(body))
    return writeList(media, body, given ?? media.mediaType);
  if (isObject(body) && !isJson) {
    if (isUrlEncodedMediaType(contentType)) return { contentType, body: encodeForm(media, body) };
    if (isMultipartMediaType(contentType)) return writeMultipart(media, body);
  }
  if (typeof body === "string" && !isJson) return { contentType: withCharset(contentType), body };
  return { contentType: labelledUtf8(contentType), body: jsonText(body) };
}

const withCharset = (mediaType: string): string =>
  isTextMediaType(mediaType) && !mediaType.includes(";")
    ? `${mediaType}; charset=utf-8`
    : labelledUtf8(mediaType);

function toBytes(body: unknown): Uint8Array | AsyncIterable<Uint8Array | string> | undefined {
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  const isStream = typeof body === "object" && body !== null && Symbol.asyncIterator in body;
  return isStream ? (body as AsyncIterable<Uint8Array | string>) : undefined;
}

async function writeMultipart(media: MediaTypeDescriptor, body: object): Promise<WrittenBody> {
  const form = encodeFormData(media, body);
  return { contentType: form.type, body: new Uint8Array(await form.arrayBuffer()) };
}

async function writeList(
  media: MediaTypeDescriptor,
  list: readonly unknown[],
  mediaType: string,
): Promise<WrittenBody> {
  const { contentType, body } = writeParts(media, list, mediaType);
  return { contentType, body: new Uint8Array(await body.arrayBuffer()) };
}
