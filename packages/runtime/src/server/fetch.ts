import { toReadableStream } from "../byte-stream.ts";
import { cancelBody } from "./stream.ts";
import type { HttpRequest, HttpResponse, Server } from "./types.ts";

/** Statuses whose responses have no body (Fetch Standard, "null body status"). */
const nullBodyStatuses = new Set([101, 103, 204, 205, 304]);

/**
 * Adapts a server to a function from `Request` to `Response`, for runtimes with the Fetch API, and for
 * a client that calls a server in memory, without a socket:
 * `createClient({ baseUrl: "http://server", fetch: toFetch(server) })`.
 */
export function toFetch(
  server: Server,
): (request: Request, init?: { readonly signal?: AbortSignal }) => Promise<Response> {
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
    const answered = server.handle(toHttpRequest(request, disconnected.signal)).then((response) => {
      if (signal.aborted) cancelBody(response.body);
      return response;
    });
    return toResponse(await Promise.race([answered, aborted]), signal, disconnected);
  };
}

function toHttpRequest(request: Request, signal: AbortSignal): HttpRequest {
  const { method, url, body } = request;
  const path = url.indexOf("/", url.indexOf("://") + 3);
  return {
    method,
    origin: path < 0 ? url : url.slice(0, path),
    url: path < 0 ? "/" : url.slice(path),
    headers: Object.fromEntries(request.headers),
    body: body ?? undefined,
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
