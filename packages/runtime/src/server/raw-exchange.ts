import { iterateBytes } from "../byte-stream.ts";
import type { WebRequest } from "../web-types.ts";
import type { HttpResponse } from "./types.ts";

/** Marks the headers of a response that somebody else writes. */
const taken = Symbol("taken over");

/** A response that somebody else writes, and what a runtime with the Fetch API sends for it. */
interface TakenOver {
  readonly response: Response | undefined;
}

/** Thrown by a handler that answers outside of what the description says. */
export class RawAnswer extends Error {
  readonly response: Response | undefined;

  constructor(response?: Response) {
    super("answered outside of the description");
    this.name = "RawAnswer";
    this.response = response;
  }
}

/**
 * Creates what a handler throws when it answers by the raw exchange itself, or has handed the connection
 * on: the adapter then writes nothing. `nodeExchange(context.request)` has the exchange of Node. Neither
 * the description nor the server's limits hold for what is written.
 */
export const takeOver = (): Error => new RawAnswer();

/**
 * Creates what a handler throws to answer with a `Response` as it is, whatever the description says: with
 * `toFetch` the very same object, so that runtimes recognize that of a WebSocket.
 */
export const respondWith = (response: Response): Error => new RawAnswer(response);

/** The response that stands for a raw answer. */
export function rawResponse({ response }: RawAnswer): HttpResponse {
  const headers: HttpResponse["headers"] = {};
  for (const [name, value] of response?.headers ?? [])
    if (name !== "set-cookie") headers[name] = value;
  const cookies = response?.headers.getSetCookie() ?? [];
  if (cookies.length > 0) headers["set-cookie"] = cookies;
  Object.defineProperty(headers, taken, { value: { response } satisfies TakenOver });
  const status = response?.status ?? 200;
  return response?.body ? { status, headers, body: chunksOf(response.body) } : { status, headers };
}

/** The stream is not touched before it is read, since it may be sent as it is. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  yield* { [Symbol.asyncIterator]: () => iterateBytes(body) };
}

/** What was taken over, if a response was. */
export const takenOver = ({ headers }: HttpResponse): TakenOver | undefined =>
  (headers as { readonly [taken]?: TakenOver })[taken];

/** The request that an adapter for the Fetch API was given; `undefined` behind any other adapter. */
export function fetchRequest({ raw }: { readonly raw?: unknown }): WebRequest | undefined {
  const isRequest = typeof Request === "function" && raw instanceof Request;
  return isRequest ? (raw as unknown as WebRequest) : undefined;
}
