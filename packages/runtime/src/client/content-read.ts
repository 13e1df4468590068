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
} from "../operation.ts";
import { receivedKey } from "../status.ts";
import { DecodeError } from "./errors.ts";
import type { OpenStream } from "./item-stream.ts";
import type { ReadContext, ReadResponse } from "./operation.ts";
import { otherBody } from "./other-body.ts";
import { readError } from "./read-error.ts";
import { parseJson, readBlob, readText } from "./read-text.ts";

/** Readers of what is neither JSON, text, bytes nor a plain header. A body without its reader is bytes. */
export interface ContentReaders {
  /** Opens a stream. */
  readonly stream?: OpenStream;
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
  const content = described?.content ?? [];
  const actual = headers.get("content-type");
  const contentType = contentTypeOf(content, actual);
  const headerValues = described?.headers && readers.headers?.(described.headers, headers);
  const read = ok ? readSuccess : readFailure;
  return {
    body: await read([operation, response, context], content, actual, readers),
    ...(contentType === undefined ? {} : { contentType }),
    ...(headerValues ? { headerValues } : {}),
  };
}

type Answer = readonly [OperationDescriptor, Response, ReadContext];

function contentTypeOf(
  content: readonly MediaTypeDescriptor[],
  actual: string | null,
): string | undefined {
  if (content.length < 2) return undefined;
  const mediaType = selectMediaType(content, actual)?.mediaType;
  if (mediaType === undefined) return actual ?? content[0]?.mediaType;
  return isMediaTypeRange(mediaType) ? mediaTypeEssence(actual) : mediaType;
}

async function readSuccess(
  answer: Answer,
  content: readonly MediaTypeDescriptor[],
  actual: string | null,
  readers: ContentReaders,
): Promise<unknown> {
  const [, { body, headers }] = answer;
  if (body === null || headers.get("content-length") === "0") return undefined;
  const media = actual === null ? content[0] : select(content, actual);
  if (media === undefined) return otherBody(...answer, nearestType(content, actual ?? ""));
  if (readers.stream && media.stream !== undefined) return readers.stream(media, ...answer);
  return readAs(answer, actual ?? media.mediaType, media, readers);
}

async function readFailure(
  answer: Answer,
  content: readonly MediaTypeDescriptor[],
  actual: string | null,
  readers: ContentReaders,
): Promise<unknown> {
  const media = actual === null || isJsonMediaType(actual) ? undefined : select(content, actual);
  if (actual !== null && media !== undefined && media.stream === undefined)
    return readAs(answer, actual, media, readers);
  return (await readError(answer[1], answer[2])).body;
}

/** Finds the documented media type of a response. Any JSON subtype matches a documented JSON type. */
function select(
  content: readonly MediaTypeDescriptor[],
  actual: string,
): MediaTypeDescriptor | undefined {
  const selected = selectMediaType(content, actual);
  if (selected || !isJsonMediaType(actual)) return selected;
  return content.find(({ mediaType }) => isJsonMediaType(mediaType));
}

/**
 * Returns the documented type as which a body of an undocumented one is read: text as text, never as a
 * stream.
 */
function nearestType(content: readonly MediaTypeDescriptor[], actual: string): string | undefined {
  const bodies = content.filter(({ stream }) => stream === undefined);
  const text = bodies.find((media) => bodyKindOf(media, media.mediaType) === "text");
  const media = (isTextMediaType(actual) ? text : undefined) ?? bodies[0] ?? content[0];
  return media?.as === "bytes" ? "application/octet-stream" : media?.mediaType;
}

async function readAs(
  answer: Answer,
  actual: string,
  media: MediaTypeDescriptor,
  { form, multipart }: ContentReaders,
): Promise<unknown> {
  const [operation, response] = answer;
  const kind = bodyKindOf(media, actual);
  if (kind === "json") return parseJson(operation, response, await readText(...answer));
  if (form && kind === "form") return form(media, await readText(...answer));
  if (kind === "text") return readText(...answer);
  const blob = await readBlob(answer[1], answer[2]);
  if (!multipart || kind !== "multipart") return blob.size === 0 ? undefined : blob;
  try {
    return await multipart(media, blob.stream(), actual);
  } catch (cause) {
    const reason = "the body is not valid multipart/form-data";
    throw new DecodeError(operation, response, reason, { cause });
  }
}
