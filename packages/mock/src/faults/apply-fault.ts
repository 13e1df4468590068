import { isJsonMediaType } from "@openapi-packages/runtime/internals";
import type { HttpResponse } from "@openapi-packages/runtime/server";
import { cancelBody } from "@openapi-packages/runtime/internals";
import { untilLeft } from "../answers/until-left.ts";
import type { Clock } from "../clock.ts";
import type { Fault } from "./fault-list.ts";

/** What a fault needs beside the response. */
export interface FaultContext {
  readonly clock: Clock;
  /** Aborts when the client disconnects. */
  readonly signal?: AbortSignal | undefined;
}

type Chunk = string | Uint8Array;

/**
 * Applies a fault to a response: interrupts, corrupts or slows it. `stream-error` does not apply to the
 * response but to its items: see `withStreamFault`.
 *
 * @throws {ConnectionReset} if there is no answer at all.
 */
export async function applyFault(
  fault: Pick<Fault, "kind" | "after">,
  response: HttpResponse,
  context: FaultContext,
): Promise<HttpResponse> {
  const { body } = response;
  switch (fault.kind) {
    case "reset":
      cancelBody(body);
      throw new ConnectionReset();
    case "half-body":
      return withHalf(response, context);
    case "malformed-json":
      return withMalformed(response, fault.after, context);
    case "drip":
      return withDrip(response, context);
    case "stream-truncated":
      return withFirst(response, fault.after, context);
    default:
      return response;
  }
}

const isPlain = (body: HttpResponse["body"]): body is Chunk | undefined =>
  body === undefined || typeof body === "string" || body instanceof Uint8Array;

const encoder = new TextEncoder();

const toBytes = (chunk: Chunk): Uint8Array =>
  typeof chunk === "string" ? encoder.encode(chunk) : chunk;

/** Sends the first half of the bytes; for a stream, the first half of its first item. */
function withHalf(response: HttpResponse, { signal }: FaultContext): HttpResponse {
  const { body } = response;
  if (!isPlain(body))
    return { ...response, body: untilLeft((left) => brokenOff(eachOf(body, left)), signal) };
  const bytes = toBytes(body ?? "");
  if (bytes.length === 0) throw new ConnectionReset();
  const headers = { ...response.headers, "content-length": String(bytes.length) };
  return { ...response, headers, body: brokenOff([bytes]) };
}

async function* brokenOff(
  chunks: AsyncIterable<Chunk> | Iterable<Chunk>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of chunks) {
    const bytes = toBytes(chunk);
    yield bytes.subarray(0, Math.ceil(bytes.length / 2));
    break;
  }
  throw new ConnectionReset();
}

/** Corrupts the JSON of a body; for a stream, that of the item after a number of others. */
function withMalformed(
  response: HttpResponse,
  after: number,
  { signal }: FaultContext,
): HttpResponse {
  const { body, headers } = response;
  if (body === undefined) return response;
  if (!isPlain(body))
    return { ...response, body: untilLeft((left) => corrupted(eachOf(body, left), after), signal) };
  const contentType = headers["content-type"];
  if (typeof contentType !== "string" || !isJsonMediaType(contentType)) return response;
  const text = malformed(typeof body === "string" ? body : new TextDecoder().decode(body));
  const length = String(toBytes(text).length);
  const isCounted = headers["content-length"] !== undefined;
  return {
    ...response,
    headers: isCounted ? { ...headers, "content-length": length } : headers,
    body: text,
  };
}

async function* corrupted(
  chunks: AsyncIterable<Chunk>,
  after: number,
): AsyncGenerator<Chunk, void, undefined> {
  let items = 0;
  for await (const chunk of chunks) {
    const isItem = !isComment(chunk);
    yield isItem && items === after ? malformedItem(chunk) : chunk;
    if (isItem) items += 1;
  }
}

/** True for a comment of an event stream, which is not an item (WHATWG HTML, 9.2.6). */
const isComment = (chunk: Chunk): boolean => typeof chunk === "string" && chunk.startsWith(":");

/** Sends a number of items of a stream, and ends it without its terminal event. */
function withFirst(response: HttpResponse, number: number, { signal }: FaultContext): HttpResponse {
  const { body } = response;
  if (isPlain(body)) return response;
  return { ...response, body: untilLeft((left) => first(eachOf(body, left), number), signal) };
}

async function* first(
  chunks: AsyncGenerator<Chunk, void, undefined>,
  number: number,
): AsyncGenerator<Chunk, void, undefined> {
  try {
    for (let left = number; left > 0;) {
      const { done, value } = await chunks.next();
      if (done === true) return;
      if (!isComment(value)) left -= 1;
      yield value;
    }
  } finally {
    await chunks.return();
  }
}

/** Iterates over the chunks of a body. The iteration ends when the signal aborts, even while it waits. */
async function* eachOf(
  body: AsyncIterable<Chunk>,
  left: AbortSignal,
): AsyncGenerator<Chunk, void, undefined> {
  const iterator = body[Symbol.asyncIterator]();
  const stop = (): void => void iterator.return?.();
  left.addEventListener("abort", stop, { once: true });
  try {
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
      yield next.value;
  } finally {
    left.removeEventListener("abort", stop);
    stop();
  }
}

/** The size of a slow chunk in bytes, and the interval between two in milliseconds. */
const dripBytes = 16;
const dripInterval = 50;
/** The most slow chunks of a body, however long it is. */
const mostPieces = 100;

function withDrip(response: HttpResponse, { clock, signal }: FaultContext): HttpResponse {
  const { body, headers } = response;
  if (body === undefined) return response;
  const isWhole = isPlain(body);
  const bytes = isWhole ? toBytes(body) : undefined;
  const length = bytes === undefined ? {} : { "content-length": String(bytes.length) };
  return {
    ...response,
    headers: { ...headers, ...length },
    body: untilLeft((left) => dripping(isWhole ? [body] : eachOf(body, left), clock, left), signal),
  };
}

async function* dripping(
  chunks: AsyncIterable<Chunk> | Iterable<Chunk>,
  clock: Clock,
  left: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  let isFirst = true;
  for await (const chunk of chunks) {
    const bytes = toBytes(chunk);
    const size = Math.max(dripBytes, Math.ceil(bytes.length / mostPieces));
    for (let start = 0; start < bytes.length; start += size) {
      if (!isFirst) await clock.wait(dripInterval, left);
      isFirst = false;
      yield bytes.subarray(start, start + size);
    }
  }
}

/**
 * Makes a JSON text invalid: removes its last character and adds two closing braces. No valid text
 * becomes another valid one: an object gets a brace too many, a list or a string never ends.
 */
export const malformed = (text: string): string => `${text.slice(0, -1)}}}`;

/** Corrupts the JSON of one item of a stream, an event or a line. The line breaks after it stay. */
export function malformedItem(chunk: string | Uint8Array): string {
  const text = typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk);
  const end = text.trimEnd();
  return malformed(end) + text.slice(end.length);
}

/**
 * The error of a connection that is broken on purpose: a request is rejected with it instead of being
 * answered, or a body throws it after its first part. It is a `TypeError`, because that is what `fetch`
 * rejects with if there is no answer (Fetch Standard, "fetch()").
 */
export class ConnectionReset extends TypeError {
  /** The code that Node uses. */
  readonly code = "ECONNRESET";

  constructor() {
    super("the mock broke off the connection");
    this.name = "ConnectionReset";
  }
}
