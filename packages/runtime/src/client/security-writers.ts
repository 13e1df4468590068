import type { SecuritySchemeDescriptor } from "../operation.ts";
import { percentEncode } from "../parameters/percent-encoding.ts";
import type { ClientRequest } from "./types.ts";

/**
 * Puts a credential onto a request, as a security scheme has it (OpenAPI 3.1, Security Scheme
 * Object). What the caller has set by hand stays. `null`: a client certificate, which is the
 * transport's matter.
 */
export type SecurityWriter =
  | ((request: ClientRequest, text: string, scheme: SecuritySchemeDescriptor) => ClientRequest)
  | null;

function withHeader(request: ClientRequest, name: string, text: string): ClientRequest {
  return { ...request, headers: { [name]: text, ...request.headers } };
}

/** A token, by HTTP's bearer scheme (RFC 6750, 2.1); also for OAuth 2.0 and OpenID Connect. */
export const bearer = (request: ClientRequest, text: string): ClientRequest =>
  withHeader(request, "authorization", `Bearer ${text}`);

/** A user name and password (RFC 7617, section 2). */
export function basic(request: ClientRequest, text: string): ClientRequest {
  // A key alone is the user name, as services that take keys by basic authentication have it.
  const bytes = new TextEncoder().encode(text.includes(":") ? text : `${text}:`);
  return withHeader(request, "authorization", `Basic ${btoa(String.fromCharCode(...bytes))}`);
}

/** Any other scheme of HTTP authentication. */
export const httpScheme: SecurityWriter = (request, text, scheme) =>
  scheme.type === "http"
    ? withHeader(request, "authorization", `${scheme.scheme} ${text}`)
    : request;

const keyName = (scheme: SecuritySchemeDescriptor): string =>
  scheme.type === "apiKey" ? scheme.name : "";

/** A key in a header. */
export const headerKey: SecurityWriter = (request, text, scheme) =>
  withHeader(request, keyName(scheme).toLowerCase(), text);

const pairOf = (name: string, text: string): string =>
  `${percentEncode(name)}=${percentEncode(text)}`;

/** A key in a cookie, beside those that are there. */
export const cookieKey: SecurityWriter = (request, text, scheme) => {
  const { cookie } = request.headers;
  const pair = pairOf(keyName(scheme), text);
  return {
    ...request,
    headers: { ...request.headers, cookie: cookie ? `${cookie}; ${pair}` : pair },
  };
};

/** A key in the query. */
export const queryKey: SecurityWriter = (request, text, scheme) => {
  const { url } = request;
  const name = keyName(scheme);
  if (new URL(url).searchParams.has(name)) return request;
  return { ...request, url: `${url}${url.includes("?") ? "&" : "?"}${pairOf(name, text)}` };
};
