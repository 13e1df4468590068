import { toReadableStream } from "../byte-stream.ts";
import type { NonSharedUint8Array, WebRequest } from "../web-types.ts";
import { connectionLimits } from "./connection-options.ts";
import type { DiscardOptions } from "./connection-options.ts";
import { FetchRequest } from "./fetch-request.ts";
import { takenOver } from "./raw-exchange.ts";
import { cancelBody } from "./stream.ts";
import type { HttpResponse, Server } from "./types.ts";

/** Statuses whose responses have no body (Fetch Standard, "null body status"). */
const nullBodyStatuses = new Set([101, 103, 204, 205, 304]);

/**
 * Adapts a server to a function from `Request` to `Response`, for runtimes with the Fetch API, and for a
 * client that calls a server in memory, without a socket: `createClient({ baseUrl: "http://server", fetch:
 * toFetch(server) })`.
 *
 * The unread rest of a request body is read and discarded after the answer, within the limits of the
 * options. The runtime owns the connection: it decides about 100 Continue, how long a body may take after
 * its answer, and how long a client may leave its answer unread.
 */
export function toFetch(
  server: Server,
  options?: DiscardOptions,
): (request: WebRequest, init?: { readonly signal?: AbortSignal }) => Promise<Response> {
  const limits = connectionLimits(options);
  return async (request, init) => {
    // Some runtimes pass a second argument of another kind.
    const signal = init?.signal instanceof AbortSignal ? init.signal : undefined;
    const given = new FetchRequest(request, limits, signal);
    const response = await (given.isAwaited ? abortable(server, given) : server.handle(given));
    discardUnread(given, response);
    return toResponse(response, given);
  };
}

/** Rejects when the caller aborts, as `fetch` does. */
async function abortable(server: Server, given: FetchRequest): Promise<HttpResponse> {
  const { callerSignal } = given;
  callerSignal.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    const abort = (): void => reject(callerSignal.reason);
    callerSignal.addEventListener("abort", abort, { once: true });
  });
  const answered = server.handle(given).then((response) => {
    if (callerSignal.aborted) {
      discardUnread(given, response);
      cancelBody(response.body);
    }
    return response;
  });
  return Promise.race([answered, aborted]);
}

/** Discards the rest of a request's body if the handler will not read it any more. */
function discardUnread(given: FetchRequest, { body }: HttpResponse): void {
  if (isInMemory(body)) given.body?.discardUnread();
}

/** True if the body is complete. A handler that answers with a stream may still read its request. */
const isInMemory = (body: HttpResponse["body"]): boolean =>
  body === undefined || typeof body === "string" || body instanceof Uint8Array;

function toResponse(response: HttpResponse, given: FetchRequest): Response {
  const raw = takenOver(response)?.response;
  if (raw !== undefined) return raw;
  const { status, headers, body } = response;
  const sent = nullBodyStatuses.has(status) ? null : toBodyInit(body, given);
  return new Response(sent, { status, headers: toHeadersInit(headers) });
}

/** Returns a plain object if each header has one value: servers on Node send it without conversion. */
function toHeadersInit(given: HttpResponse["headers"]): HeadersInit {
  let isPlain = true;
  for (const name in given) isPlain &&= typeof given[name] === "string";
  if (isPlain) return given as Record<string, string>;
  const headers = new Headers();
  for (const [name, value] of Object.entries(given))
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  return headers;
}

function toBodyInit(body: HttpResponse["body"], given: FetchRequest): BodyInit | null {
  if (body === undefined || typeof body === "string") return body ?? null;
  if (body instanceof Uint8Array) return body as NonSharedUint8Array;
  return toReadableStream(body, given.callerSignal, (reason) => given.abort(reason));
}
