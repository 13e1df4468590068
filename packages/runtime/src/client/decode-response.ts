import { decodeFormData } from "../form-data.ts";
import {
  isJsonMediaType,
  isMediaTypeRange,
  isMultipartMediaType,
  isTextMediaType,
  isUrlEncodedMediaType,
  mediaTypeEssence,
  selectMediaType,
} from "../media-type.ts";
import { setMember } from "../members.ts";
import type { JsonObject } from "../members.ts";
import type {
  MediaTypeDescriptor,
  OperationDescriptor,
  ParameterDescriptor,
  ResponseDescriptor,
} from "../operation.ts";
import { decodeText } from "../parameters/decode.ts";
import { decodeForm } from "../parameters/query.ts";
import { arrayShape } from "../parameters/text-value.ts";
import { responseKey } from "../status.ts";
import type { ClientCore } from "./core.ts";
import { ConnectionError, DecodeError } from "./errors.ts";
import { itemStream } from "./item-stream.ts";
import type { CallOptions } from "./types.ts";

/** A response with its body decoded. */
export interface DecodedResponse {
  readonly status: number;
  readonly body: unknown;
  /** The described media type, or the actual one of a range; only where several are documented. */
  readonly contentType?: string;
  /** Only where headers are documented. */
  readonly headerValues?: JsonObject;
  readonly headers: Headers;
  readonly response: Response;
  /** Whether the description, or its common errors, know the status. */
  readonly isDocumented: boolean;
}

/**
 * Decodes a response by its description and its actual content type. An empty body is `undefined`.
 * A body of an error that is not what its content type says is given as text; a stream is given as
 * its items, unread.
 *
 * @throws {DecodeError} when a success's body is none of the documented media types, or not what
 *   its content type says.
 * @throws {ConnectionError} when the connection breaks off before the body's end.
 */
export async function decodeResponse(
  core: ClientCore,
  operation: OperationDescriptor,
  response: Response,
  options: CallOptions,
): Promise<DecodedResponse> {
  const { status, headers } = response;
  const key = responseKey(operation.responses, status);
  const isCommonError = core.api.errorBody?.statuses.includes(status) === true;
  const described = key === undefined ? undefined : operation.responses[key];
  const reader = new BodyReader(operation, response, options);
  const contentType = contentTypeOf(described, headers.get("content-type"));
  const body = response.ok
    ? await reader.readSuccess(described)
    : await reader.readError(described);
  return {
    status,
    ...(contentType === undefined ? {} : { contentType }),
    body,
    headers,
    ...(described?.headers ? { headerValues: readHeaders(described.headers, headers) } : {}),
    response,
    isDocumented: key !== undefined || isCommonError,
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

/** The documented headers that the response has, each read by its shape; text that does not fit stays text. */
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
  readonly #options: CallOptions;
  readonly #contentType: string | null;

  constructor(operation: OperationDescriptor, response: Response, options: CallOptions) {
    this.#operation = operation;
    this.#response = response;
    this.#options = options;
    this.#contentType = response.headers.get("content-type");
  }

  async readSuccess(described: ResponseDescriptor | undefined): Promise<unknown> {
    const { body } = this.#response;
    if (body === null || this.#response.headers.get("content-length") === "0") return undefined;
    const content = described?.content ?? [];
    const media = this.#select(content);
    if (media?.stream !== undefined) {
      return itemStream(media, body, {
        decode: (reason, cause) => this.#decodeError(reason, cause),
        connection: (cause) => this.#readFailure(cause),
      });
    }
    if (media === undefined && content.length > 0) return this.#refuseUndocumented();
    const actual = this.#contentType ?? media?.mediaType ?? "application/octet-stream";
    return this.#readAs(actual, media ?? { mediaType: actual });
  }

  /** JSON of another subtype is taken for the documented JSON. */
  #select(content: readonly MediaTypeDescriptor[]): MediaTypeDescriptor | undefined {
    if (this.#contentType === null) return content[0];
    const selected = selectMediaType(content, this.#contentType);
    if (selected || !isJsonMediaType(this.#contentType)) return selected;
    return content.find(({ mediaType }) => isJsonMediaType(mediaType));
  }

  async #readAs(actual: string, media: MediaTypeDescriptor): Promise<unknown> {
    if (isJsonMediaType(actual)) return this.#parseJson(await this.#text());
    if (isUrlEncodedMediaType(actual)) return decodeForm(media, await this.#text());
    if (isMultipartMediaType(actual) && isMultipartMediaType(media.mediaType)) {
      return this.#formData(media);
    }
    if (isTextMediaType(actual) || media.as === "text") return this.#text();
    if (media.as === "json" && isMediaTypeRange(actual)) return this.#parseJson(await this.#text());
    const blob = await this.#read(() => this.#response.blob());
    return blob.size === 0 ? undefined : blob;
  }

  /** A body without any byte is no mistake, whatever its content type. */
  async #refuseUndocumented(): Promise<undefined> {
    if ((await this.#text()) === "") return undefined;
    throw this.#decodeError(`the content type ${this.#contentType} is not documented`);
  }

  async readError(described: ResponseDescriptor | undefined): Promise<unknown> {
    const media = this.#contentType === null ? undefined : this.#select(described?.content ?? []);
    const actual = this.#contentType ?? "";
    const isOther = media !== undefined && media.stream === undefined && !isJsonMediaType(actual);
    if (isOther) return this.#readAs(actual, media);
    const text = await this.#text();
    if (text === "") return undefined;
    if (this.#contentType !== null && !isJsonMediaType(this.#contentType)) return text;
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }

  #parseJson(text: string): unknown {
    if (text === "") return undefined;
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw this.#decodeError("the body is no JSON", cause);
    }
  }

  async #formData(media: MediaTypeDescriptor): Promise<unknown> {
    const bytes = await this.#read(() => this.#response.blob());
    try {
      return await decodeFormData(media, await new Response(bytes).formData());
    } catch (cause) {
      throw this.#decodeError("the body is no multipart/form-data", cause);
    }
  }

  #text(): Promise<string> {
    return this.#read(() => this.#response.text());
  }

  async #read<Body>(read: () => Promise<Body>): Promise<Body> {
    try {
      return await read();
    } catch (cause) {
      throw this.#readFailure(cause);
    }
  }

  #readFailure(cause: unknown): unknown {
    return this.#options.signal?.aborted ? cause : new ConnectionError(this.#operation, cause);
  }

  #decodeError(reason: string, cause?: unknown): DecodeError {
    const options = cause === undefined ? undefined : { cause };
    return new DecodeError(this.#operation, this.#response, reason, options);
  }
}
