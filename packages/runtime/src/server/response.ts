import { encodeFormData } from "../form-data.ts";
import {
  isJsonMediaType,
  isMultipartMediaType,
  isTextMediaType,
  isUrlEncodedMediaType,
  negotiateMediaType,
  selectMediaType,
} from "../media-type.ts";
import { isObject } from "../members.ts";
import type { MediaTypeDescriptor, ResponseDescriptor } from "../operation.ts";
import type { AnyResult } from "../result.ts";
import { encodeParameter } from "../parameters/encode.ts";
import { encodeForm } from "../parameters/query.ts";
import { encodeItem, encodeStream, isIterable } from "./stream.ts";
import type { StreamOptions } from "./stream.ts";
import type { Answer, HttpResponse } from "./types.ts";

type Body = NonNullable<HttpResponse["body"]>;

/**
 * The described media type that an answer is written as: the one the handler names, else the one
 * the Accept header prefers.
 */
export function mediaTypeOf(
  described: ResponseDescriptor | undefined,
  answer: Answer<AnyResult>,
  accept: string | undefined,
): MediaTypeDescriptor {
  const content = described?.content ?? [];
  const { contentType } = answer;
  if (contentType !== undefined) {
    return selectMediaType(content, contentType) ?? { mediaType: contentType };
  }
  return negotiateMediaType(content, accept) ?? { mediaType: "application/json" };
}

/** The response that an answer makes. */
export async function writeResponse(
  answer: Answer<AnyResult>,
  described: ResponseDescriptor | undefined,
  media: MediaTypeDescriptor,
  stream: Omit<StreamOptions, "encode"> & { readonly check: (item: unknown) => void },
): Promise<HttpResponse> {
  const headers = writeHeaders(answer, described);
  if (answer.body === undefined) return { status: answer.status, headers };
  if (media.stream !== undefined && isIterable(answer.body)) {
    headers["content-type"] ??= media.mediaType;
    headers["cache-control"] ??= "no-cache";
    const encode = (item: unknown): string => {
      stream.check(item);
      return encodeItem(media, item);
    };
    return {
      status: answer.status,
      headers,
      body: encodeStream(answer.body, { ...stream, encode }),
    };
  }
  const { contentType, body } = await writeBody(media, answer);
  if (contentType !== undefined) headers["content-type"] ??= contentType;
  return { status: answer.status, headers, body };
}

function writeHeaders(
  answer: Answer<AnyResult>,
  described: ResponseDescriptor | undefined,
): { [name: string]: string | string[] } {
  const headers: { [name: string]: string | string[] } = {};
  for (const [name, value] of Object.entries(answer.headers ?? {})) {
    if (value === undefined) continue;
    const lowerCase = name.toLowerCase();
    const parameter = described?.headers?.find((one) => one.name.toLowerCase() === lowerCase);
    if (parameter) headers[lowerCase] = encodeParameter({ ...parameter, in: "header" }, value);
    else headers[lowerCase] = Array.isArray(value) ? value.map(String) : String(value);
  }
  return headers;
}

interface WrittenBody {
  readonly contentType: string | undefined;
  readonly body: Body;
}

async function writeBody(
  media: MediaTypeDescriptor,
  answer: Answer<AnyResult>,
): Promise<WrittenBody> {
  const { body } = answer;
  const isRange = media.mediaType.includes("*");
  const contentType = answer.contentType ?? (isRange ? undefined : media.mediaType);
  if (contentType !== undefined && isJsonMediaType(contentType)) {
    return { contentType, body: JSON.stringify(body) };
  }
  if (body instanceof Blob) {
    const type = contentType ?? (body.type || "application/octet-stream");
    return { contentType: type, body: new Uint8Array(await body.arrayBuffer()) };
  }
  const bytes = toBytes(body);
  if (bytes) return { contentType: contentType ?? "application/octet-stream", body: bytes };
  if (contentType !== undefined && isObject(body)) {
    if (isUrlEncodedMediaType(contentType)) return { contentType, body: encodeForm(media, body) };
    if (isMultipartMediaType(contentType)) return writeMultipart(media, body);
  }
  if (typeof body === "string") {
    return { contentType: withCharset(contentType ?? "text/plain"), body };
  }
  return { contentType: contentType ?? "application/json", body: JSON.stringify(body) };
}

const withCharset = (mediaType: string): string =>
  isTextMediaType(mediaType) && !mediaType.includes(";")
    ? `${mediaType}; charset=utf-8`
    : mediaType;

function toBytes(body: unknown): Uint8Array | AsyncIterable<Uint8Array | string> | undefined {
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  const isStream = typeof body === "object" && body !== null && Symbol.asyncIterator in body;
  return isStream ? (body as AsyncIterable<Uint8Array | string>) : undefined;
}

async function writeMultipart(media: MediaTypeDescriptor, body: object): Promise<WrittenBody> {
  const response = new Response(encodeFormData(media, body));
  const contentType = response.headers.get("content-type") ?? undefined;
  return { contentType, body: new Uint8Array(await response.arrayBuffer()) };
}
