import { iterateBytes } from "../byte-stream.ts";
import type { ByteSource } from "../byte-stream.ts";
import { CharsetError, charsetOf, decodeBytes, isUtf8 } from "../charset.ts";
import { itemOf } from "../event-stream/item-of.ts";
import { decodeItems } from "../event-stream/items.ts";
import { createStreamParser } from "../event-stream/stream-parser.ts";
import { bodyKindOf, selectMediaType } from "../media-type.ts";
import type { ExactJson } from "../operation-codec.ts";
import type { MediaTypeDescriptor, RequestBodyDescriptor } from "../operation.ts";
import { JsonLimitError, parseJson } from "../parse-json.ts";
import { decodeForm } from "../parameters/query.ts";
import { checkContentLength, readLimited } from "./collect-body.ts";
import { Deadline } from "./deadline.ts";
import { bodyIssue, incompleteBody, RequestFailure } from "./failure.ts";
import { readMultipart } from "./multipart-body.ts";
import type { InputLimits } from "./body-limits.ts";
import { headerValue } from "./request-target.ts";
import type { HttpRequest } from "./types.ts";
import type { NonSharedUint8Array } from "../web-types.ts";

/** Parses JSON without loss (see `ExactJson`). */
type ParseText = ExactJson["parse"];

/** A decoded request body, not yet validated, with the media type that describes it. */
export interface DecodedBody {
  readonly media: MediaTypeDescriptor;
  /** The Content-Type of the request. */
  readonly contentType: string;
  /** An `AsyncIterable` of items for a stream, or of bytes if `isByteStream`. */
  readonly value: unknown;
  readonly isByteStream?: true;
}

/**
 * Reads and decodes a request's body.
 *
 * @param parse parses JSON with long integers. Default: they are refused
 * @returns `undefined` if the request has no body.
 * @throws {RequestFailure} 413 if it is larger than the limit, 408 after the timeout, 415 if its media
 *   type is missing or undocumented or it has a content coding, 400 if it is required and missing or
 *   not well-formed.
 */
export function readBody(
  request: HttpRequest,
  described: RequestBodyDescriptor,
  limits: InputLimits,
  isStreamed: boolean,
  parse?: ParseText,
): DecodedBody | undefined | Promise<DecodedBody | undefined> {
  const contentType = headerValue(request, "content-type");
  const media = selectMediaType(described.content, contentType);
  const mayHaveBody = request.body !== undefined && request.headers["content-length"] !== "0";
  if (mayHaveBody && contentType !== undefined && !media) throw unsupported(described);
  if (mayHaveBody) rejectContentCoding(request);
  if (mayHaveBody && media && contentType !== undefined) {
    if (media.stream !== undefined) {
      if (!isUtf8(charsetOf(contentType))) throw unsupportedCharset("must be UTF-8");
      return { media, contentType, value: readItems(media, request, limits, parse) };
    }
    const kind = bodyKindOf(media, contentType);
    if (kind === "multipart" || kind === "parts")
      return readForm(media, request, contentType, limits).then((value) =>
        value ? { media, contentType, value } : withoutBody(described),
      );
    if (isStreamed && kind === "bytes") {
      checkContentLength(request, limits);
      const value = iterateChunks(request, limits);
      return { media, contentType, value, isByteStream: true };
    }
  }
  const decode = (bytes: Uint8Array | undefined): DecodedBody | undefined => {
    if (bytes === undefined || bytes.length === 0) return withoutBody(described);
    if (!media || contentType === undefined) throw unsupported(described);
    return { media, contentType, value: decodeBody(media, bytes, contentType, parse) };
  };
  const bytes = mayHaveBody ? readLimited(request, limits) : undefined;
  return bytes instanceof Promise ? bytes.then(decode) : decode(bytes);
}

function withoutBody({ required }: RequestBodyDescriptor): undefined {
  if (required) throw new RequestFailure(400, [bodyIssue("required", "must have a body")]);
}

/**
 * Creates the failure for an unsupported media type. The response names the supported ones (RFC 9110,
 * section 12.5.1, "Accept" in a response).
 */
function unsupported({ content }: RequestBodyDescriptor): RequestFailure {
  const accept = content.map(({ mediaType }) => mediaType).join(", ");
  return new RequestFailure(415, [], { accept });
}

/** Refuses content codings, so that a small body cannot become a large one (RFC 9110, section 12.5.3). */
function rejectContentCoding(request: HttpRequest): void {
  const coding = headerValue(request, "content-encoding")?.trim().toLowerCase();
  if (coding === undefined || coding === "" || coding === "identity") return;
  throw new RequestFailure(415, [], { "accept-encoding": "identity" });
}

/** The number of items that are read before other requests get their turn. */
const itemsPerTurn = 500;

/**
 * Decodes the items of a streamed request body as they arrive. `maxItemBytes` limits each, even before it
 * is complete. The iteration throws as `readBody` does.
 */
async function* readItems(
  media: MediaTypeDescriptor,
  request: HttpRequest,
  limits: InputLimits,
  parse: ParseText | undefined,
): AsyncGenerator<unknown, void, undefined> {
  const { maxItemBytes } = limits;
  const chunks = iterateChunks(request, { ...limits, maxBodyBytes: Infinity });
  const tooLong = `an item must not be larger than ${maxItemBytes} bytes`;
  const tooLarge = (): Error => new RequestFailure(413, [bodyIssue("size", tooLong)]);
  const parser = createStreamParser(media, maxItemBytes, true);
  let count = 0;
  try {
    for await (const message of decodeItems(chunks, parser, tooLarge)) {
      const item = itemOf(media, message, (text) => readJson(text, parse));
      if (item) yield item.value;
      count += 1;
      // A chunk may contain tens of thousands of items, which must not block other requests.
      if (count % itemsPerTurn === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    }
  } catch (error) {
    throw error instanceof CharsetError ? charsetFailure(error) : error;
  }
}

/**
 * Reads the chunks of a body as they arrive.
 *
 * @throws {RequestFailure} 413 if the length exceeds the limit, 408 if a chunk exceeds the timeout
 */
async function* iterateChunks(
  { body, signal }: HttpRequest,
  { maxBodyBytes, bodyTimeout }: Pick<InputLimits, "maxBodyBytes" | "bodyTimeout">,
): AsyncGenerator<Uint8Array, void, undefined> {
  let length = 0;
  const deadline = new Deadline(bodyTimeout, signal);
  const chunks = deadline.limit(iterateBytes(toSource(body)));
  try {
    for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) {
      length += chunk.length;
      if (length > maxBodyBytes) throw new RequestFailure(413);
      deadline.stop();
      yield chunk;
      deadline.start();
    }
  } catch (error) {
    throw error instanceof RequestFailure ? error : incompleteBody();
  } finally {
    deadline.stop();
  }
}

/** Reads a multipart body. The timeout applies to the whole body. */
async function readForm(
  media: MediaTypeDescriptor,
  request: HttpRequest,
  contentType: string,
  limits: InputLimits,
): Promise<unknown> {
  checkContentLength(request, limits);
  const deadline = new Deadline(limits.bodyTimeout, request.signal);
  const chunks = deadline.limit(iterateBytes(toSource(request.body)));
  const source = { [Symbol.asyncIterator]: () => chunks };
  try {
    return await readMultipart(media, source, contentType, limits);
  } finally {
    deadline.stop();
  }
}

/** Returns any body as a source of chunks. */
function toSource(body: HttpRequest["body"]): ByteSource {
  if (body !== undefined && !(body instanceof Uint8Array)) return body;
  return {
    async *[Symbol.asyncIterator]() {
      if (body) yield body;
    },
  };
}

function decodeBody(
  media: MediaTypeDescriptor,
  bytes: Uint8Array,
  contentType: string,
  parse: ParseText | undefined,
): unknown {
  const kind = bodyKindOf(media, contentType);
  if (kind === "json") return readJson(decodeText(bytes, contentType), parse);
  if (kind === "form") return readUrlEncoded(media, bytes, contentType);
  if (kind === "text") return decodeText(bytes, contentType);
  return new Blob([bytes as NonSharedUint8Array], { type: contentType });
}

/** Decodes a URL-encoded form, whose percent-encoded bytes are UTF-8 (WHATWG URL, urlencoded parsing). */
function readUrlEncoded(
  media: MediaTypeDescriptor,
  bytes: Uint8Array,
  contentType: string,
): unknown {
  if (!isUtf8(charsetOf(contentType))) throw unsupportedCharset("must be UTF-8");
  const text = decodeText(bytes, "");
  for (const [octets] of text.matchAll(/(?:%[\da-f]{2})+/gi)) {
    try {
      decodeURIComponent(octets);
    } catch {
      throw new RequestFailure(400, [bodyIssue("encoding", "must be percent-encoded UTF-8")]);
    }
  }
  return decodeForm(media, text);
}

function readJson(text: string, parse: ParseText | undefined): unknown {
  try {
    return parseJson(text, parse);
  } catch (error) {
    const issue =
      error instanceof JsonLimitError
        ? bodyIssue("json", error.message, error.pointer)
        : bodyIssue("json", "must be JSON");
    throw new RequestFailure(400, [issue]);
  }
}

/** @throws {RequestFailure} 415 if the charset is not supported, 400 if the bytes are invalid in it */
function decodeText(bytes: Uint8Array, contentType: string): string {
  try {
    return decodeBytes(bytes, charsetOf(contentType));
  } catch (error) {
    throw error instanceof CharsetError ? charsetFailure(error) : error;
  }
}

const charsetFailure = ({ kind, message }: CharsetError): RequestFailure =>
  kind === "unsupported"
    ? unsupportedCharset(message)
    : new RequestFailure(400, [bodyIssue("encoding", message)]);

const unsupportedCharset = (message: string): RequestFailure =>
  new RequestFailure(415, [bodyIssue("charset", message)]);
