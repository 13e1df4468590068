import { iterateBytes } from "../byte-stream.ts";
import type { WebRequest } from "../web-types.ts";
import type { HttpResponse } from "./types.ts";

/** Marks the headers of a response that is written outside of the core. */
const taken = Symbol("taken over");

/** A response that is written outside of the core, with its `Response` in runtimes with the Fetch API. */
interface TakenOver {
  readonly response: Response | undefined;
}

/** A handler throws it to answer outside of the description. */
export class RawAnswer extends Error {
  readonly response: Response | undefined;

  constructor(response?: Response) {
    super("answered outside of the description");
    this.name = "RawAnswer";
    this.response = response;
  }
}

/**
 * Creates what a handler throws if it answers by the raw exchange itself, or has passed the connection on:
 * the adapter then writes nothing. `nodeExchange(context.request)` returns the exchange of Node. Neither
 * the description nor the server's limits apply to such an answer.
 */
export const takeOver = (): Error => new RawAnswer();

/**
 * Creates what a handler throws to answer with a `Response` that is sent unchanged, whatever the
 * description says. `toFetch` returns the same object, so that runtimes recognize the response of a
 * WebSocket.
 */
export const respondWith = (response: Response): Error => new RawAnswer(response);

/** Converts a raw answer to a response of the core. */
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

/** Opens the stream only when it is read, because it may be sent directly. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  yield* { [Symbol.asyncIterator]: () => iterateBytes(body) };
}

/** Returns the taken-over response, if it is one. */
export const takenOver = ({ headers }: HttpResponse): TakenOver | undefined =>
  (headers as { readonly [taken]?: TakenOver })[taken];

/** Returns the request that an adapter for the Fetch API received; `undefined` with any other adapter. */
export function fetchRequest({ raw }: { readonly raw?: unknown }): WebRequest | undefined {
  const isRequest = typeof Request === "function" && raw instanceof Request;
  return isRequest ? (raw as unknown as WebRequest) : undefined;
}
