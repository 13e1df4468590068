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

/**
 * Sends a request to another server, and gives its answer as it begins.
 *
 * @param url where the other server is; the request's path comes behind it.
 * @throws what `fetch` throws where the server cannot be reached.
 */
export async function forward(
  url: string,
  request: HttpRequest,
  body: Uint8Array<ArrayBuffer>,
  send: (request: Request) => Promise<Response>,
): Promise<HttpResponse> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    // Node takes names of HTTP/2 that are no header fields.
    if (value === undefined || ofConnection.has(name) || name.startsWith(":")) continue;
    for (const line of typeof value === "string" ? [value] : value) headers.append(name, line);
  }
  const { method, signal } = request;
  const response = await send(
    new Request(url.replace(/\/+$/, "") + request.url, {
      method,
      headers,
      redirect: "manual",
      ...(signal && { signal }),
      ...(body.length > 0 && method !== "GET" && method !== "HEAD" && { body }),
    }),
  );
  return toHttpResponse(response);
}

function toHttpResponse(response: Response): HttpResponse {
  const headers: { [name: string]: string | string[] } = {};
  for (const [name, value] of response.headers) {
    // What arrives here has been decoded already; which pages may read it, the mock itself says.
    const isOwn = name === "content-encoding" || name.startsWith("access-control-");
    if (ofConnection.has(name) || isOwn) continue;
    headers[name] = name === "set-cookie" ? response.headers.getSetCookie() : value;
  }
  const { status, body } = response;
  if (body === null || withoutBody.has(status)) return { status, headers };
  return { status, headers, body: { [Symbol.asyncIterator]: () => iterateBytes(body) } };
}
