import type { SecuritySchemeDescriptor } from "../operation.ts";
import { percentEncode } from "../parameters/percent-encoding.ts";
import type { ClientRequest } from "./types.ts";

/**
 * Adds a credential to a request for a security scheme (OpenAPI 3.1, Security Scheme Object). A value that
 * the caller has set by hand stays. `null` stands for a client certificate, which the transport sends.
 */
export type SecurityWriter =
  | ((request: ClientRequest, text: string, scheme: SecuritySchemeDescriptor) => ClientRequest)
  | null;

function withHeader(request: ClientRequest, name: string, text: string): ClientRequest {
  return { ...request, headers: { [name]: text, ...request.headers } };
}

/** Sends a token with the bearer scheme (RFC 6750, section 2.1); also for OAuth 2.0 and OpenID Connect. */
export const bearer = (request: ClientRequest, text: string): ClientRequest =>
  withHeader(request, "authorization", `Bearer ${text}`);

/** Sends a user name and password with the basic scheme (RFC 7617, section 2). */
export function basic(request: ClientRequest, text: string): ClientRequest {
  // A single key is sent as the user name, which services with keys expect.
  const bytes = new TextEncoder().encode(text.includes(":") ? text : `${text}:`);
  return withHeader(request, "authorization", `Basic ${btoa(String.fromCharCode(...bytes))}`);
}

/** Sends a text with any other HTTP authentication scheme. */
export const httpScheme: SecurityWriter = (request, text, scheme) =>
  scheme.type === "http"
    ? withHeader(request, "authorization", `${scheme.scheme} ${text}`)
    : request;

const keyName = (scheme: SecuritySchemeDescriptor): string =>
  scheme.type === "apiKey" ? scheme.name : "";

/** Sends a key in a header. */
export const headerKey: SecurityWriter = (request, text, scheme) =>
  withHeader(request, keyName(scheme).toLowerCase(), text);

const pairOf = (name: string, text: string): string =>
  `${percentEncode(name)}=${percentEncode(text)}`;

/** Sends a key in a cookie, after those that are already set. */
export const cookieKey: SecurityWriter = (request, text, scheme) => {
  const { cookie } = request.headers;
  const pair = pairOf(keyName(scheme), text);
  return {
    ...request,
    headers: { ...request.headers, cookie: cookie ? `${cookie}; ${pair}` : pair },
  };
};

/** Sends a key in the query. */
export const queryKey: SecurityWriter = (request, text, scheme) => {
  const { url } = request;
  const name = keyName(scheme);
  if (new URL(url).searchParams.has(name)) return request;
  return { ...request, url: `${url}${url.includes("?") ? "&" : "?"}${pairOf(name, text)}` };
};
