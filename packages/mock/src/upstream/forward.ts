import type { NonSharedUint8Array } from "@openapi-packages/runtime/internals";
import { iterateBytes } from "@openapi-packages/runtime/internals";
import type { HttpRequest, HttpResponse } from "@openapi-packages/runtime/server";

/**
 * Connection headers, which are not passed on (RFC 9110, section 7.6.1), and headers that `fetch` sets itself.
 */
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
  /** The address at the other server. */
  readonly url: URL;
  readonly request: HttpRequest;
  readonly body: NonSharedUint8Array;
  /** Aborts the request. */
  readonly signal: AbortSignal;
}

/**
 * Sends a request to another server, and returns its answer when it begins. Redirects are returned as answers:
 * following them could send credentials to a server that they are not meant for.
 *
 * @throws the error of `fetch` when the server cannot be reached.
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
    // The pseudo-headers of HTTP/2 are not header fields.
    if (value === undefined || name.startsWith(":")) continue;
    if (ofConnection.has(name) || named.has(name)) continue;
    for (const line of typeof value === "string" ? [value] : value) headers.append(name, line);
  }
  return headers;
}

/** Returns the headers that `Connection` names as belonging to this connection only (RFC 9110, section 7.6.1). */
const namesIn = (connection = ""): ReadonlySet<string> =>
  new Set(connection.split(",").map((name) => name.trim().toLowerCase()));

function toHttpResponse(response: Response): HttpResponse {
  const headers: { [name: string]: string | string[] } = {};
  const named = namesIn(response.headers.get("connection") ?? "");
  for (const [name, value] of response.headers) {
    // The body has already been decoded, and the mock sends its own CORS headers.
    const isOwn = name === "content-encoding" || name.startsWith("access-control-");
    if (ofConnection.has(name) || named.has(name) || isOwn) continue;
    headers[name] = name === "set-cookie" ? response.headers.getSetCookie() : value;
  }
  const { status, body } = response;
  if (body === null || withoutBody.has(status)) return { status, headers };
  return { status, headers, body: { [Symbol.asyncIterator]: () => iterateBytes(body) } };
}

/** Returns a request whose body can be read several times. */
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
