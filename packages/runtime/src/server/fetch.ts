import { toReadableStream } from "../byte-stream.ts";
import type { WebRequest } from "../web-types.ts";
import { connectionLimits } from "./connection-options.ts";
import type { DiscardOptions } from "./connection-options.ts";
import { FetchBody } from "./fetch-body.ts";
import { cancelBody } from "./stream.ts";
import type { HttpRequest, HttpResponse, Server } from "./types.ts";

/** Statuses whose responses have no body (Fetch Standard, "null body status"). */
const nullBodyStatuses = new Set([101, 103, 204, 205, 304]);

/**
 * Adapts a server to a function from `Request` to `Response`, for runtimes with the Fetch API, and for
 * a client that calls a server in memory, without a socket:
 * `createClient({ baseUrl: "http://server", fetch: toFetch(server) })`.
 *
 * What is left of a request body when the answer is given is read and discarded, within the limits of the
 * options. The runtime owns the connection: it decides about 100 Continue, how long a body may come behind
 * its answer, and how long a client may leave its answer untaken.
 */
export function toFetch(
  server: Server,
  options?: DiscardOptions,
): (request: WebRequest, init?: { readonly signal?: AbortSignal }) => Promise<Response> {
  const limits = connectionLimits(options);
  return async (request, init) => {
    // Some runtimes pass a second argument of their own.
    const signal = init?.signal instanceof AbortSignal ? init.signal : request.signal;
    signal.throwIfAborted();
    const disconnected = new AbortController();
    const aborted = new Promise<never>((_, reject) => {
      const abort = (): void => {
        disconnected.abort(signal.reason);
        reject(signal.reason);
      };
      signal.addEventListener("abort", abort, { once: true });
    });
    const { body } = request;
    const rest = body === null ? undefined : new FetchBody(body, limits);
    const given = toHttpRequest(request, rest, disconnected.signal);
    const answered = server.handle(given).then((response) => {
      if (signal.aborted) cancelBody(response.body);
      if (isInMemory(response.body)) rest?.discardUnread();
      return response;
    });
    return toResponse(await Promise.race([answered, aborted]), signal, disconnected);
  };
}

/** True if the handler is done; one that answers with a stream may read its request meanwhile. */
const isInMemory = (body: HttpResponse["body"]): boolean =>
  body === undefined || typeof body === "string" || body instanceof Uint8Array;

function toHttpRequest(
  { method, url, headers }: Request,
  body: FetchBody | undefined,
  signal: AbortSignal,
): HttpRequest {
  const path = url.indexOf("/", url.indexOf("://") + 3);
  return {
    method,
    origin: path < 0 ? url : url.slice(0, path),
    url: path < 0 ? "/" : url.slice(path),
    headers: Object.fromEntries(headers),
    body,
    signal,
  };
}

function toResponse(
  response: HttpResponse,
  signal: AbortSignal,
  disconnected: AbortController,
): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  const { status } = response;
  const body = nullBodyStatuses.has(status)
    ? null
    : toBodyInit(response.body, signal, disconnected);
  return new Response(body, { status, headers });
}

function toBodyInit(
  body: HttpResponse["body"],
  signal: AbortSignal,
  disconnected: AbortController,
): BodyInit | null {
  if (body === undefined || typeof body === "string") return body ?? null;
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>;
  return toReadableStream(body, signal, (reason) => disconnected.abort(reason));
}
