import { concatenate, iterateBytes } from "../byte-stream.ts";
import type { ByteSource } from "../byte-stream.ts";
import { decodeEventStream, decodeLines } from "../event-stream/index.ts";
import { decodeFormData } from "../form-data.ts";
import {
  isJsonMediaType,
  isMultipartMediaType,
  isTextMediaType,
  isUrlEncodedMediaType,
  selectMediaType,
} from "../media-type.ts";
import type { MediaTypeDescriptor, RequestBodyDescriptor } from "../operation.ts";
import { decodeForm } from "../parameters/query.ts";
import type { Issue } from "../validation/issues.ts";
import { RequestFailure } from "./failure.ts";
import { headerValue } from "./request-target.ts";
import type { HttpRequest } from "./types.ts";

/** A request's body before it is validated, with the media type that describes it. */
export interface DecodedBody {
  readonly media: MediaTypeDescriptor;
  /** As the request has it. */
  readonly contentType: string;
  /** Of a stream, its items as an `AsyncIterable`. */
  readonly value: unknown;
}

/**
 * Reads and decodes a request's body. `undefined`: there is none.
 *
 * @throws {RequestFailure} 413 when it is larger than `limit` bytes, 415 when its media type is
 *   missing or not described, 400 when it is required and missing or is not what its media type
 *   says.
 */
export async function readBody(
  request: HttpRequest,
  described: RequestBodyDescriptor,
  limit: number,
): Promise<DecodedBody | undefined> {
  const contentType = headerValue(request, "content-type");
  const media = selectMediaType(described.content, contentType);
  const mayHaveBody = request.body !== undefined && request.headers["content-length"] !== "0";
  if (mayHaveBody && contentType !== undefined && !media) throw new RequestFailure(415);
  if (mayHaveBody && media?.stream !== undefined && contentType !== undefined) {
    return { media, contentType, value: readItems(media, toSource(request.body), limit) };
  }
  const bytes = mayHaveBody ? await readLimited(request, limit) : undefined;
  if (bytes === undefined || bytes.length === 0) {
    if (!described.required) return undefined;
    throw new RequestFailure(400, [bodyIssue("required", "must have a body")]);
  }
  if (!media || contentType === undefined) throw new RequestFailure(415);
  return { media, contentType, value: await decodeBody(media, bytes, contentType) };
}

/**
 * The items of a request's stream, decoded and checked as they arrive; the largest item may have
 * `limit` bytes. Iterating over them throws what `readBody` throws.
 */
async function* readItems(
  media: MediaTypeDescriptor,
  source: ByteSource,
  limit: number,
): AsyncGenerator<unknown, void, undefined> {
  const bytes = limitPause(source, limit);
  const texts = media.stream === "json-lines" ? decodeLines(bytes) : eventData(bytes);
  for await (const text of texts) yield parseJson(text);
}

async function* eventData(source: ByteSource): AsyncGenerator<string, void, undefined> {
  for await (const { data } of decodeEventStream(source)) yield data;
}

/** Refuses a source in which `limit` bytes follow each other without a line break. */
async function* limitPause(
  source: ByteSource,
  limit: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let length = 0;
  for await (const chunk of { [Symbol.asyncIterator]: () => iterateBytes(source) }) {
    const lineFeed = chunk.lastIndexOf(10);
    length = lineFeed < 0 ? length + chunk.length : chunk.length - lineFeed;
    if (length > limit) throw new RequestFailure(413);
    yield chunk;
  }
}

/** An issue with the whole body. */
function bodyIssue(keyword: string, message: string): Issue {
  return { in: "body", pointer: "", keyword, message };
}

async function readLimited(request: HttpRequest, limit: number): Promise<Uint8Array | undefined> {
  const { body } = request;
  if (body === undefined) return undefined;
  if (Number(headerValue(request, "content-length")) > limit) throw new RequestFailure(413);
  if (body instanceof Uint8Array) {
    if (body.length > limit) throw new RequestFailure(413);
    return body;
  }
  return readChunks(body, limit);
}

async function readChunks(body: ByteSource, limit: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of { [Symbol.asyncIterator]: () => iterateBytes(body) }) {
      length += chunk.length;
      if (length > limit) break;
      chunks.push(chunk);
    }
  } catch {
    throw new RequestFailure(400, [bodyIssue("body", "must arrive in full")]);
  }
  if (length > limit) throw new RequestFailure(413);
  return chunks.length === 1 ? chunks[0] : concatenate(chunks);
}

/** The body of a request in pieces, however the transport gives it. */
function toSource(body: HttpRequest["body"]): ByteSource {
  if (body !== undefined && !(body instanceof Uint8Array)) return body;
  return {
    async *[Symbol.asyncIterator]() {
      if (body) yield body;
    },
  };
}

async function decodeBody(
  media: MediaTypeDescriptor,
  bytes: Uint8Array,
  contentType: string,
): Promise<unknown> {
  if (isMultipartMediaType(contentType)) return decodeMultipart(media, bytes, contentType);
  if (isJsonMediaType(contentType)) return parseJson(decodeUtf8(bytes));
  if (isUrlEncodedMediaType(contentType)) return decodeForm(media, decodeUtf8(bytes));
  if (isTextMediaType(contentType) || media.as === "text") return decodeUtf8(bytes);
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: contentType });
}

async function decodeMultipart(
  media: MediaTypeDescriptor,
  bytes: Uint8Array,
  contentType: string,
): Promise<unknown> {
  const headers = { "content-type": contentType };
  let form: FormData;
  try {
    form = await new Response(bytes as Uint8Array<ArrayBuffer>, { headers }).formData();
  } catch {
    throw new RequestFailure(400, [bodyIssue("multipart", "must be multipart/form-data")]);
  }
  return decodeFormData(media, form);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestFailure(400, [bodyIssue("json", "must be JSON")]);
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new RequestFailure(400, [bodyIssue("encoding", "must be UTF-8")]);
  }
}
