import { ConversionError } from "../conversion/conversion-error.ts";
import { bodyDecoder, headersDecoder } from "../conversion/decode-answer.ts";
import { toJson } from "../conversion/to-json.ts";
import { isJsonMediaType } from "../media-type.ts";
import type { Decoder, ExactJson, OperationCodec } from "../operation-codec.ts";
import type { OperationDescriptor } from "../operation.ts";
import { receivedKey } from "../status.ts";
import type { CallInput } from "./call-options.ts";
import { DecodeError } from "./errors.ts";
import type { Conversion, ReadResponse } from "./operation.ts";

/**
 * Creates the conversion of an operation that uses types beyond JSON, such as `Date`: inputs are written as
 * JSON, and answers are decoded by a codec.
 */
export function converted(codec: OperationCodec): Conversion {
  return {
    encode: (operation, input) => encodeInput(operation, input, codec.json?.raw),
    decode(operation, response, read, isCommonError) {
      const key = receivedKey(operation.responses, response.status);
      const isDecoded = key !== undefined || isCommonError;
      const contentType = response.headers.get("content-type");
      const decodeBody = isDecoded ? bodyDecoder(codec, operation, key, contentType) : undefined;
      const decodeHeaders = headersDecoder(codec, key);
      const run = (decode: Decoder, what: string, value: unknown): unknown =>
        decodePart(operation, response, decode, what, value);
      const { headerValues } = read;
      return {
        ...read,
        body: decodeBody
          ? bodyOf(read, (what) => (value) => run(decodeBody, what, value))
          : read.body,
        ...(decodeHeaders && headerValues
          ? { headerValues: run(decodeHeaders, "headers", { ...headerValues }) as object }
          : {}),
      } as ReadResponse;
    },
  };
}

/** A stream that can decode its items as they are read. */
interface DecodingStream {
  decodeItem: Decoder;
}

function bodyOf({ body }: ReadResponse, decoderOf: (what: string) => Decoder): unknown {
  if (typeof body !== "object" || body === null || !("decodeItem" in body))
    return body === undefined ? undefined : decoderOf("body")(body);
  (body as DecodingStream).decodeItem = decoderOf("item of the stream");
  return body;
}

function decodePart(
  operation: OperationDescriptor,
  response: Response,
  decode: Decoder,
  what: string,
  value: unknown,
): unknown {
  try {
    return decode(value);
  } catch (cause) {
    if (!(cause instanceof ConversionError)) throw cause;
    throw new DecodeError(operation, response, `the ${what}: ${cause.message}`, { cause });
  }
}

/** @throws {TypeError} for an invalid `Date`. */
function encodeInput(
  operation: OperationDescriptor,
  input: CallInput,
  raw: ExactJson["raw"] = (value) => value,
): CallInput {
  const content = operation.requestBody?.content ?? [];
  const { body } = input;
  const isStream = content.some(({ stream }) => stream !== undefined) && isItems(body);
  try {
    const json = toJson(isStream ? { ...input, body: jsonItems(body, raw) } : input) as CallInput;
    const { contentType = content[0]?.mediaType ?? "" } = input;
    return isJsonMediaType(contentType) ? { ...json, body: raw(json.body) } : json;
  } catch (cause) {
    if (!(cause instanceof ConversionError)) throw cause;
    throw new TypeError(`${operation.operationId}: ${cause.message}`, { cause });
  }
}

/** True if a body is an async iterable of items, not a `ReadableStream` of bytes. */
const isItems = (body: unknown): body is AsyncIterable<unknown> =>
  typeof body === "object" &&
  body !== null &&
  Symbol.asyncIterator in body &&
  !(body instanceof ReadableStream);

async function* jsonItems(
  items: AsyncIterable<unknown>,
  raw: ExactJson["raw"],
): AsyncGenerator<unknown, void, undefined> {
  for await (const item of items) yield raw(toJson(item));
}
