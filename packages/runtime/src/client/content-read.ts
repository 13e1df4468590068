import {
  bodyKindOf,
  isJsonMediaType,
  isMediaTypeRange,
  isTextMediaType,
  mediaTypeEssence,
  selectMediaType,
} from "../media-type.ts";
import type { JsonObject } from "../members.ts";
import type {
  MediaTypeDescriptor,
  OperationDescriptor,
  ParameterDescriptor,
  ResponseDescriptor,
} from "../operation.ts";
import { receivedKey } from "../status.ts";
import { DecodeError } from "./errors.ts";
import type { openStream } from "./item-stream.ts";
import type { ReadContext, ReadResponse } from "./operation.ts";
import { otherBody } from "./other-body.ts";
import { parseJson } from "./plain-response.ts";
import { readBody, readText } from "./read-body.ts";
import { readError } from "./read-error.ts";

/** Readers of what is neither JSON, text, bytes nor a plain header. A body without its reader is bytes. */
export interface ContentReaders {
  /** Opens a stream. */
  readonly stream?: typeof openStream;
  /** Reads `application/x-www-form-urlencoded`. */
  readonly form?: (media: MediaTypeDescriptor, text: string) => unknown;
  /** Reads `multipart/form-data`. */
  readonly multipart?: (
    media: MediaTypeDescriptor,
    source: ReadableStream<Uint8Array>,
    contentType: string,
  ) => Promise<unknown>;
  /** Reads the documented headers that the response contains. */
  readonly headers?: (documented: readonly ParameterDescriptor[], headers: Headers) => JsonObject;
}

/**
 * Reads a response as JSON, text or bytes by its description and its content type. An empty body is
 * `undefined`. An error whose body does not match its content type is read as text.
 *
 * @param readers of the other kinds, which operations with such bodies bind.
 * @throws {DecodeError} when a success's body does not match its documented content type; see {@link
 * otherBody} for undocumented ones.
 * @throws {ConnectionError} when the connection breaks before the end of the body.
 */
export async function contentRead(
  operation: OperationDescriptor,
  response: Response,
  context: ReadContext,
  readers: ContentReaders = {},
): Promise<ReadResponse> {
  const { status, headers, ok } = response;
  const { responses } = operation;
  const described = responses[receivedKey(responses, status) ?? ""];
  const reader = new BodyReader(operation, response, context, readers);
  const contentType = contentTypeOf(described, headers.get("content-type"));
  const headerValues = described?.headers && readers.headers?.(described.headers, headers);
  return {
    body: await (ok ? reader.readSuccess(described) : reader.readError(described)),
    ...(contentType === undefined ? {} : { contentType }),
    ...(headerValues ? { headerValues } : {}),
  };
}

function contentTypeOf(
  described: ResponseDescriptor | undefined,
  actual: string | null,
): string | undefined {
  const content = described?.content ?? [];
  if (content.length < 2) return undefined;
  const mediaType = selectMediaType(content, actual)?.mediaType;
  if (mediaType === undefined) return actual ?? content[0]?.mediaType;
  return isMediaTypeRange(mediaType) ? mediaTypeEssence(actual) : mediaType;
}

class BodyReader {
  readonly #operation: OperationDescriptor;
  readonly #response: Response;
  readonly #context: ReadContext;
  readonly #contentType: string | null;
  readonly #readers: ContentReaders;

  constructor(
    operation: OperationDescriptor,
    response: Response,
    context: ReadContext,
    readers: ContentReaders,
  ) {
    this.#operation = operation;
    this.#response = response;
    this.#context = context;
    this.#contentType = response.headers.get("content-type");
    this.#readers = readers;
  }

  async readSuccess(described: ResponseDescriptor | undefined): Promise<unknown> {
    const { body } = this.#response;
    if (body === null || this.#response.headers.get("content-length") === "0") return undefined;
    const content = described?.content ?? [];
    const media = this.#select(content);
    const open = this.#readers.stream;
    if (open && media?.stream !== undefined)
      return open(media, this.#operation, this.#response, this.#context);
    if (media === undefined) return this.#readOther(content);
    return this.#readAs(this.#contentType ?? media.mediaType, media);
  }

  /** Finds the documented media type of the response. Any JSON subtype matches a documented JSON type. */
  #select(content: readonly MediaTypeDescriptor[]): MediaTypeDescriptor | undefined {
    if (this.#contentType === null) return content[0];
    const selected = selectMediaType(content, this.#contentType);
    if (selected || !isJsonMediaType(this.#contentType)) return selected;
    return content.find(({ mediaType }) => isJsonMediaType(mediaType));
  }

  async #readAs(actual: string, media: MediaTypeDescriptor): Promise<unknown> {
    const { form, multipart } = this.#readers;
    const kind = bodyKindOf(media, actual);
    if (kind === "json") return parseJson(this.#operation, this.#response, await this.#text());
    if (form && kind === "form") return form(media, await this.#text());
    if (multipart && kind === "multipart") return this.#formData(multipart, media, actual);
    if (kind === "text") return this.#text();
    const blob = await this.#blob();
    return blob.size === 0 ? undefined : blob;
  }

  /** Reads a body of an undocumented content type as a documented one: text as text, never as a stream. */
  #readOther(content: readonly MediaTypeDescriptor[]): Promise<unknown> {
    const actual = this.#contentType ?? "";
    const bodies = content.filter(({ stream }) => stream === undefined);
    const text = bodies.find((media) => bodyKindOf(media, media.mediaType) === "text");
    const media = (isTextMediaType(actual) ? text : undefined) ?? bodies[0] ?? content[0];
    const described = media?.as === "bytes" ? "application/octet-stream" : media?.mediaType;
    return otherBody(this.#operation, this.#response, this.#context, described);
  }

  async readError(described: ResponseDescriptor | undefined): Promise<unknown> {
    const media = this.#contentType === null ? undefined : this.#select(described?.content ?? []);
    const actual = this.#contentType ?? "";
    const isOther = media !== undefined && media.stream === undefined && !isJsonMediaType(actual);
    if (isOther) return this.#readAs(actual, media);
    const { body } = await readError(this.#operation, this.#response, this.#context);
    return body;
  }

  async #formData(
    read: NonNullable<ContentReaders["multipart"]>,
    media: MediaTypeDescriptor,
    actual: string,
  ): Promise<unknown> {
    const bytes = await this.#blob();
    try {
      return await read(media, bytes.stream(), actual);
    } catch (cause) {
      const reason = "the body is not valid multipart/form-data";
      throw new DecodeError(this.#operation, this.#response, reason, { cause });
    }
  }

  #text(): Promise<string> {
    return readText(this.#operation, this.#response, this.#context);
  }

  #blob(): Promise<Blob> {
    return readBody(this.#operation, this.#response, this.#context, "blob");
  }
}
