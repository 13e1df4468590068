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
import { Deadline } from "./deadline.ts";
import { RequestFailure } from "./failure.ts";
import type { BodyLimits } from "./options.ts";
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
 * @throws {RequestFailure} 413 when it is larger than the limit, 408 when it does not arrive in time,
 *   415 when its media type is missing or not described or its content coded, 400 when it is
 *   required and missing or is not what its media type says.
 */
export async function readBody(
  request: HttpRequest,
  described: RequestBodyDescriptor,
  limits: Required<BodyLimits>,
): Promise<DecodedBody | undefined> {
  const contentType = headerValue(request, "content-type");
  const media = selectMediaType(described.content, contentType);
  const mayHaveBody = request.body !== undefined && request.headers["content-length"] !== "0";
  if (mayHaveBody && contentType !== undefined && !media) throw unsupported(described);
  if (mayHaveBody) refuseCoding(request);
  if (mayHaveBody && media?.stream !== undefined && contentType !== undefined) {
    return { media, contentType, value: readItems(media, toSource(request.body), limits) };
  }
  const bytes = mayHaveBody ? await readLimited(request, limits) : undefined;
  if (bytes === undefined || bytes.length === 0) {
    if (!described.required) return undefined;
    throw new RequestFailure(400, [bodyIssue("required", "must have a body")]);
  }
  if (!media || contentType === undefined) throw unsupported(described);
  const value = decodeBody(media, bytes, contentType);
  return { media, contentType, value: value instanceof Promise ? await value : value };
}

/** The refusal names the media types to send (RFC 9110, 12.5.1, "Accept" in a response). */
function unsupported({ content }: RequestBodyDescriptor): RequestFailure {
  const accept = content.map(({ mediaType }) => mediaType).join(", ");
  return new RequestFailure(415, [], { accept });
}

/** No content coding is undone, so that a small body cannot become a large one (RFC 9110, 12.5.3). */
function refuseCoding(request: HttpRequest): void {
  const coding = headerValue(request, "content-encoding")?.trim().toLowerCase();
  if (coding === undefined || coding === "" || coding === "identity") return;
  throw new RequestFailure(415, [], { "accept-encoding": "identity" });
}

/**
 * The items of a request's stream, decoded and checked as they arrive; the largest item may have
 * as many bytes as a body. Iterating over them throws what `readBody` throws.
 */
async function* readItems(
  media: MediaTypeDescriptor,
  source: ByteSource,
  limits: Required<BodyLimits>,
): AsyncGenerator<unknown, void, undefined> {
  const bytes = limitPause(source, limits);
  const texts = media.stream === "json-lines" ? decodeLines(bytes) : eventData(bytes);
  for await (const text of texts) yield parseJson(text);
}

async function* eventData(source: ByteSource): AsyncGenerator<string, void, undefined> {
  for await (const { data } of decodeEventStream(source)) yield data;
}

/** Refuses a source in which too many bytes, or too much time, pass without a line break. */
async function* limitPause(
  source: ByteSource,
  { maxBodyBytes, bodyTimeout }: Required<BodyLimits>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let length = 0;
  const deadline = new Deadline(bodyTimeout);
  const chunks = deadline.limit(iterateBytes(source));
  try {
    for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) {
      const lineFeed = chunk.lastIndexOf(10);
      length = lineFeed < 0 ? length + chunk.length : chunk.length - lineFeed;
      if (length > maxBodyBytes) throw new RequestFailure(413);
      deadline.stop();
      yield chunk;
      deadline.start();
    }
  } finally {
    deadline.stop();
  }
}

/** An issue with the whole body. */
function bodyIssue(keyword: string, message: string): Issue {
  return { in: "body", pointer: "", keyword, message };
}

/** Bytes of which a transport can give all at once with less ado than by iteration. */
export interface CollectableBytes extends AsyncIterable<Uint8Array> {
  /**
   * All pieces, as long as they have no more bytes than the limit and come in time (`0`: without
   * end). Rejects when they do not arrive in full.
   */
  collect(
    limit: number,
    milliseconds: number,
  ): Promise<readonly Uint8Array[] | "too large" | "too late">;
}

const isCollectable = (body: ByteSource): body is CollectableBytes => "collect" in body;

function readLimited(
  { headers, body }: HttpRequest,
  limits: Required<BodyLimits>,
): Uint8Array | Promise<Uint8Array | undefined> | undefined {
  if (body === undefined) return undefined;
  const limit = limits.maxBodyBytes;
  if (Number(headers["content-length"]) > limit) throw new RequestFailure(413);
  if (body instanceof Uint8Array) {
    if (body.length > limit) throw new RequestFailure(413);
    return body;
  }
  return isCollectable(body) ? collect(body, limits) : readChunks(body, limits);
}

async function collect(
  body: CollectableBytes,
  { maxBodyBytes, bodyTimeout }: Required<BodyLimits>,
): Promise<Uint8Array | undefined> {
  const chunks = await body.collect(maxBodyBytes, bodyTimeout).catch(cutOff);
  if (chunks === "too large") throw new RequestFailure(413);
  if (chunks === "too late") throw new RequestFailure(408);
  return chunks.length === 1 ? chunks[0] : concatenate(chunks);
}

function cutOff(): never {
  throw new RequestFailure(400, [bodyIssue("body", "must arrive in full")]);
}

async function readChunks(
  body: ByteSource,
  { maxBodyBytes, bodyTimeout }: Required<BodyLimits>,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const deadline = new Deadline(bodyTimeout);
  const source = deadline.limit(iterateBytes(body));
  try {
    for await (const chunk of { [Symbol.asyncIterator]: () => source }) {
      length += chunk.length;
      if (length > maxBodyBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof RequestFailure) throw error;
    cutOff();
  } finally {
    deadline.stop();
  }
  if (length > maxBodyBytes) throw new RequestFailure(413);
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

function decodeBody(media: MediaTypeDescriptor, bytes: Uint8Array, contentType: string): unknown {
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
