import type { NonSharedUint8Array } from "@openapi-packages/runtime/internals";
import { iterateBytes } from "@openapi-packages/runtime/internals";
import type { HttpRequest, HttpResponse } from "@openapi-packages/runtime/server";

/** Headers of one connection, which are not passed on (RFC 9110, 7.6.1), and what `fetch` sets itself. */
const ofConnection = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Statuses whose responses have no body (Fetch Standard, "null body status"). */
const withoutBody = new Set([204, 205, 304]);

/** A request for another server. */
export interface Forwarded {
  /** Where it goes. */
  readonly url: URL;
  readonly request: HttpRequest;
  readonly body: NonSharedUint8Array;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/**
 * Sends a request to another server, and gives its answer as it begins. Redirects are answers too: who
 * follows them sends no credentials to whom they were not for.
 *
 * @throws what `fetch` throws where the server cannot be reached.
 */
export async function forward(
  { url, request, body, signal }: Forwarded,
  send: (request: Request) => Promise<Response>,
): Promise<HttpResponse> {
  const { method } = request;
  const response = await send(
    new Request(url, {
      method,
      headers: headersOf(request),
      redirect: "manual",
      signal,
      ...(body.length > 0 && method !== "GET" && method !== "HEAD" && { body }),
    }),
  );
  return toHttpResponse(response);
}

function headersOf(request: HttpRequest): Headers {
  const headers = new Headers();
  const { connection } = request.headers;
  const named = namesIn(typeof connection === "string" ? connection : connection?.join(","));
  for (const [name, value] of Object.entries(request.headers)) {
    // Node takes names of HTTP/2 that are no header fields.
    if (value === undefined || name.startsWith(":")) continue;
    if (ofConnection.has(name) || named.has(name)) continue;
    for (const line of typeof value === "string" ? [value] : value) headers.append(name, line);
  }
  return headers;
}

/** The headers that `Connection` says are for this connection alone (RFC 9110, 7.6.1). */
const namesIn = (connection = ""): ReadonlySet<string> =>
  new Set(connection.split(",").map((name) => name.trim().toLowerCase()));

function toHttpResponse(response: Response): HttpResponse {
  const headers: { [name: string]: string | string[] } = {};
  const named = namesIn(response.headers.get("connection") ?? "");
  for (const [name, value] of response.headers) {
    // What arrives here has been decoded already; which pages may read it, the mock itself says.
    const isOwn = name === "content-encoding" || name.startsWith("access-control-");
    if (ofConnection.has(name) || named.has(name) || isOwn) continue;
    headers[name] = name === "set-cookie" ? response.headers.getSetCookie() : value;
  }
  const { status, body } = response;
  if (body === null || withoutBody.has(status)) return { status, headers };
  return { status, headers, body: { [Symbol.asyncIterator]: () => iterateBytes(body) } };
}

/** A request whose body can be read as often as it has to. */
export function withBody(request: HttpRequest, bytes: Uint8Array): HttpRequest {
  const { method, url, headers, origin } = request;
  const body = bytes.length > 0 ? bytes : undefined;
  return {
    method,
    url,
    headers,
    origin,
    body,
    get signal() {
      return request.signal;
    },
  };
}
