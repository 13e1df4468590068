import {
  bodyKindOf,
  isJsonMediaType,
  isMediaTypeRange,
  isTextMediaType,
  mediaTypeEssence,
  selectMediaType,
} from "../media-type.ts";
import { setMember } from "../members.ts";
import type { JsonObject } from "../members.ts";
import { readFormData } from "../multipart/read-form-data.ts";
import type {
  MediaTypeDescriptor,
  OperationDescriptor,
  ParameterDescriptor,
  ResponseDescriptor,
} from "../operation.ts";
import { decodeText } from "../parameters/decode.ts";
import { decodeForm } from "../parameters/query.ts";
import { arrayShape } from "../parameters/text-value.ts";
import { receivedKey } from "../status.ts";
import { DecodeError } from "./errors.ts";
import { openStream } from "./item-stream.ts";
import type { ReadContext, ReadResponse } from "./operation.ts";
import { otherBody } from "./other-body.ts";
import { parseJson } from "./plain-response.ts";
import { readBody, readText } from "./read-body.ts";
import { readError } from "./read-error.ts";

/**
 * Reads a response by its description and its content type. An empty body is `undefined`, and a stream is
 * returned unread. An error whose body does not match its content type is read as text.
 *
 * @param open opens a stream.
 * @throws {DecodeError} when a success's body does not match its documented content type; see {@link
 * otherBody} for undocumented ones.
 * @throws {ConnectionError} when the connection breaks before the end of the body.
 */
export async function describedRead(
  operation: OperationDescriptor,
  response: Response,
  context: ReadContext,
  open: typeof openStream = openStream,
): Promise<ReadResponse> {
  const { status, headers, ok } = response;
  const { responses } = operation;
  const described = responses[receivedKey(responses, status) ?? ""];
  const reader = new BodyReader(operation, response, context, open);
  const contentType = contentTypeOf(described, headers.get("content-type"));
  return {
    body: await (ok ? reader.readSuccess(described) : reader.readError(described)),
    ...(contentType === undefined ? {} : { contentType }),
    ...(described?.headers ? { headerValues: readHeaders(described.headers, headers) } : {}),
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

/**
 * Reads the documented headers that the response contains. A text that does not parse as its type stays
 * text.
 */
function readHeaders(described: readonly ParameterDescriptor[], headers: Headers): JsonObject {
  const values: JsonObject = {};
  for (const parameter of described) {
    const text = headers.get(parameter.name);
    if (text === null) continue;
    const isCookies = parameter.name.toLowerCase() === "set-cookie";
    const value = isCookies ? headers.getSetCookie() : decodeText(parameter, text);
    const isList = !isCookies || arrayShape(parameter.shape ?? "string") !== undefined;
    setMember(values, parameter.name, isList ? value : text);
  }
  return values;
}

class BodyReader {
  readonly #operation: OperationDescriptor;
  readonly #response: Response;
  readonly #context: ReadContext;
  readonly #contentType: string | null;
  readonly #open: typeof openStream;

  constructor(
    operation: OperationDescriptor,
    response: Response,
    context: ReadContext,
    open: typeof openStream,
  ) {
    this.#operation = operation;
    this.#response = response;
    this.#context = context;
    this.#contentType = response.headers.get("content-type");
    this.#open = open;
  }

  async readSuccess(described: ResponseDescriptor | undefined): Promise<unknown> {
    const { body } = this.#response;
    if (body === null || this.#response.headers.get("content-length") === "0") return undefined;
    const content = described?.content ?? [];
    const media = this.#select(content);
    if (media?.stream !== undefined) {
      return this.#open(media, this.#operation, this.#response, this.#context);
    }
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
    const kind = bodyKindOf(media, actual);
    if (kind === "json") return parseJson(this.#operation, this.#response, await this.#text());
    if (kind === "form") return decodeForm(media, await this.#text());
    if (kind === "multipart") return this.#formData(media, actual);
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

  async #formData(media: MediaTypeDescriptor, actual: string): Promise<unknown> {
    const bytes = await this.#blob();
    try {
      return await readFormData(media, bytes.stream(), actual);
    } catch (cause) {
      throw this.#decodeError("the body is not valid multipart/form-data", cause);
    }
  }

  #text(): Promise<string> {
    return readText(this.#operation, this.#response, this.#context);
  }

  #blob(): Promise<Blob> {
    return readBody(this.#operation, this.#response, this.#context, "blob");
  }

  #decodeError(reason: string, cause?: unknown): DecodeError {
    const options = cause === undefined ? undefined : { cause };
    return new DecodeError(this.#operation, this.#response, reason, options);
  }
}
