import { concatenate, iterateBytes } from "../byte-stream.ts";
import type { ByteSource } from "../byte-stream.ts";
import { decodeEventStream, decodeLines } from "../event-stream/index.ts";
import {
  isJsonMediaType,
  isMultipartMediaType,
  isTextMediaType,
  isUrlEncodedMediaType,
  selectMediaType,
} from "../media-type.ts";
import type { MediaTypeDescriptor, RequestBodyDescriptor } from "../operation.ts";
import { parseJson } from "../parse-json.ts";
import { decodeForm } from "../parameters/query.ts";
import { Deadline } from "./deadline.ts";
import { bodyIssue, cutOff, RequestFailure } from "./failure.ts";
import { readMultipart } from "./multipart-body.ts";
import type { InputLimits } from "./options.ts";
import { headerValue } from "./request-target.ts";
import type { HttpRequest } from "./types.ts";

/** A request's body before it is validated, with the media type that describes it. */
export interface DecodedBody {
  readonly media: MediaTypeDescriptor;
  /** As the request has it. */
  readonly contentType: string;
  /** Of a stream, its items as an `AsyncIterable`; its bytes, where `isByteStream`. */
  readonly value: unknown;
  readonly isByteStream?: true;
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
  limits: InputLimits,
  isStreamed: boolean,
): Promise<DecodedBody | undefined> {
  const contentType = headerValue(request, "content-type");
  const media = selectMediaType(described.content, contentType);
  const mayHaveBody = request.body !== undefined && request.headers["content-length"] !== "0";
  if (mayHaveBody && contentType !== undefined && !media) throw unsupported(described);
  if (mayHaveBody) refuseCoding(request);
  if (mayHaveBody && media && contentType !== undefined) {
    if (media.stream !== undefined) {
      return { media, contentType, value: readItems(media, request, limits) };
    }
    if (isMultipartMediaType(contentType)) {
      const value = await readForm(media, request, contentType, limits);
      return value ? { media, contentType, value } : withoutBody(described);
    }
    if (isStreamed && isBytes(media)) {
      refuseLength(request, limits);
      const value = readPieces(request, limits, (before, chunk) => before + chunk.length);
      return { media, contentType, value, isByteStream: true };
    }
  }
  const bytes = mayHaveBody ? await readLimited(request, limits) : undefined;
  if (bytes === undefined || bytes.length === 0) return withoutBody(described);
  if (!media || contentType === undefined) throw unsupported(described);
  return { media, contentType, value: decodeBody(media, bytes, contentType) };
}

function withoutBody({ required }: RequestBodyDescriptor): undefined {
  if (required) throw new RequestFailure(400, [bodyIssue("required", "must have a body")]);
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
  request: HttpRequest,
  limits: InputLimits,
): AsyncGenerator<unknown, void, undefined> {
  const bytes = readPieces(request, limits, (before, chunk) => {
    const lineFeed = chunk.lastIndexOf(10);
    return lineFeed < 0 ? before + chunk.length : chunk.length - lineFeed;
  });
  const texts = media.stream === "json-lines" ? decodeLines(bytes) : eventData(bytes);
  for await (const text of texts) yield readJson(text);
}

async function* eventData(source: ByteSource): AsyncGenerator<string, void, undefined> {
  for await (const { data } of decodeEventStream(source)) yield data;
}

/**
 * The body as it arrives, refused when its length passes the limit, as it is counted up with each
 * piece, or when a piece does not come in time.
 */
async function* readPieces(
  { body, signal }: HttpRequest,
  { maxBodyBytes, bodyTimeout }: InputLimits,
  lengthAfter: (before: number, chunk: Uint8Array) => number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let length = 0;
  const deadline = new Deadline(bodyTimeout, signal);
  const chunks = deadline.limit(iterateBytes(toSource(body)));
  try {
    for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) {
      length = lengthAfter(length, chunk);
      if (length > maxBodyBytes) throw new RequestFailure(413);
      deadline.stop();
      yield chunk;
      deadline.start();
    }
  } catch (error) {
    throw error instanceof RequestFailure ? error : cutOff();
  } finally {
    deadline.stop();
  }
}

/** All of a multipart body has to arrive in time, as one of any other kind. */
async function readForm(
  media: MediaTypeDescriptor,
  request: HttpRequest,
  contentType: string,
  limits: InputLimits,
): Promise<unknown> {
  refuseLength(request, limits);
  const deadline = new Deadline(limits.bodyTimeout, request.signal);
  const chunks = deadline.limit(iterateBytes(toSource(request.body)));
  const source = { [Symbol.asyncIterator]: () => chunks };
  try {
    return await readMultipart(media, source, contentType, limits);
  } finally {
    deadline.stop();
  }
}

/** A body that is announced above the limit is not even begun. */
function refuseLength({ headers }: HttpRequest, { maxBodyBytes }: InputLimits): void {
  if (Number(headers["content-length"]) > maxBodyBytes) throw new RequestFailure(413);
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
  request: HttpRequest,
  limits: InputLimits,
): Uint8Array | Promise<Uint8Array | undefined> | undefined {
  const { body } = request;
  if (body === undefined) return undefined;
  refuseLength(request, limits);
  if (body instanceof Uint8Array) {
    if (body.length > limits.maxBodyBytes) throw new RequestFailure(413);
    return body;
  }
  return isCollectable(body) ? collect(body, limits) : readChunks(body, limits, request.signal);
}

async function collect(
  body: CollectableBytes,
  { maxBodyBytes, bodyTimeout }: InputLimits,
): Promise<Uint8Array | undefined> {
  const chunks = await body.collect(maxBodyBytes, bodyTimeout).catch(() => {
    throw cutOff();
  });
  if (chunks === "too large") throw new RequestFailure(413);
  if (chunks === "too late") throw new RequestFailure(408);
  return chunks.length === 1 ? chunks[0] : concatenate(chunks);
}

async function readChunks(
  body: ByteSource,
  { maxBodyBytes, bodyTimeout }: InputLimits,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const deadline = new Deadline(bodyTimeout, signal);
  const source = deadline.limit(iterateBytes(body));
  try {
    for await (const chunk of { [Symbol.asyncIterator]: () => source }) {
      length += chunk.length;
      if (length > maxBodyBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof RequestFailure ? error : cutOff();
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
  if (isJsonMediaType(contentType)) return readJson(decodeUtf8(bytes));
  if (isUrlEncodedMediaType(contentType)) return decodeForm(media, decodeUtf8(bytes));
  if (isTextMediaType(contentType) || media.as === "text") return decodeUtf8(bytes);
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: contentType });
}

/** Whether the description says nothing more of a body than that it is bytes. */
function isBytes({ mediaType, as }: MediaTypeDescriptor): boolean {
  const kinds = [isJsonMediaType, isTextMediaType, isUrlEncodedMediaType, isMultipartMediaType];
  return as === undefined && !kinds.some((isKind) => isKind(mediaType));
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    const reason = error instanceof RangeError ? error.message : "must be JSON";
    throw new RequestFailure(400, [bodyIssue("json", reason)]);
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new RequestFailure(400, [bodyIssue("encoding", "must be UTF-8")]);
  }
}
