import type { ApiDescriptor } from "../operation.ts";
import { checkPolicy } from "./call-options.ts";
import type { ApiErrorClass } from "./errors.ts";
import type { ClientOperation, ClientRequest } from "./operation.ts";
import { fetchOptions } from "./fetch-options.ts";
import type { FetchOptions } from "./fetch-types.ts";
import type { SecurityWriter } from "./security-writers.ts";
import type { ClientOptions, Next } from "./types.ts";

/**
 * Sends a request with its credentials. After a 401 it renews them and sends the request once more.
 *
 * @param secrets collects the credentials that are sent, so that messages can leave them out.
 */
export type SendWithCredentials = (
  api: ClientApi,
  request: ClientRequest,
  secrets: string[],
  send: Next,
) => Promise<Response>;

/** Checks the credentials of a client and returns the function that sends requests with them. */
export type Credentials = (
  api: ClientApi,
  auth: ClientOptions["auth"],
) => SendWithCredentials | undefined;

/** Sends a request. `redirect` says whether the runtime follows redirects. */
export type SendRedirected = (
  request: ClientRequest,
  redirect: "follow" | "manual",
) => Promise<Response>;

/** Sends a request and follows redirects. */
export type FollowRedirects = (
  api: ApiDescriptor,
  request: ClientRequest,
  send: SendRedirected,
) => Promise<Response>;

/** A description for clients: the contract's descriptor with what calls need. */
export interface ClientApi extends ApiDescriptor {
  /** The functions that add credentials to requests, by security scheme. */
  readonly writers?: { readonly [scheme: string]: SecurityWriter };
  /** Sends requests with credentials. Left out: the description has no security schemes. */
  readonly credentials?: Credentials;
  /** Follows redirects. Left out: `fetch` follows them, since it knows all secrets of a request. */
  readonly redirects?: FollowRedirects;
  /**
   * The error class of the errors that every operation may answer with (`x-common-errors`). Left out:
   * `ApiError`.
   */
  readonly commonError?: ApiErrorClass;
  /** The value of `User-Agent`. */
  readonly userAgent?: string;
}

/** The state of a generated client, passed to each call. Its members are internal. */
export interface ClientCore {
  readonly api: ClientApi;
  readonly options: ClientOptions;
  /** Headers of every request, by lower-case name. */
  readonly headers: { readonly [name: string]: string };
  /** The options that are passed on to `fetch`. */
  readonly fetchOptions: FetchOptions;
  /** Sends a request with the client's credentials, if it has any. */
  readonly authenticate: SendWithCredentials | undefined;
}

/**
 * Creates the core of a client. Two cores share no state.
 *
 * @throws {TypeError} when the base URL is relative outside of a page, when `auth` names an unknown
 * security scheme, or when a numeric option is invalid.
 */
export function createClientCore(api: ClientApi, options: ClientOptions = {}): ClientCore {
  const { userAgent = api.userAgent, baseUrl, auth, headers } = options;
  checkPolicy(options);
  return {
    api,
    options: typeof baseUrl === "string" ? { ...options, baseUrl: absolute(baseUrl) } : options,
    headers: {
      ...(userAgent && !isBrowser() && { "user-agent": userAgent }),
      ...lowerCaseNames(headers),
    },
    fetchOptions: fetchOptions(options),
    authenticate: api.credentials?.(api, auth),
  };
}

/** True in browsers and their workers, which do not let scripts set `User-Agent`. */
export function isBrowser(): boolean {
  const { document, importScripts } = globalThis as { document?: unknown; importScripts?: unknown };
  return !!(document || importScripts);
}

/** Returns the request id that the server sent. */
export function requestIdOf(
  { options }: Pick<ClientCore, "options">,
  response: Response,
): string | undefined {
  return response.headers.get(options.requestIdHeader ?? "x-request-id") ?? undefined;
}

/** Headers by lower-case name, as they are compared (RFC 9110, section 5.1). */
export function lowerCaseNames(headers: { readonly [name: string]: string } = {}): {
  [name: string]: string;
} {
  const named: { [name: string]: string } = {};
  for (const name in headers) named[name.toLowerCase()] = headers[name] as string;
  return named;
}

/**
 * Returns the base URL of an operation: from the client's options, else the operation's own server, else
 * the description's first. A relative server URL is resolved against the description's first server or the
 * page's address (OpenAPI 3.1, Server Object, `url`).
 *
 * @returns the URL without a trailing slash.
 * @throws {TypeError} when it is relative and there is nothing to resolve it against.
 */
export function baseUrlOf(
  { api: { servers }, options: { baseUrl } }: ClientCore,
  operation: ClientOperation,
): string {
  const given = typeof baseUrl === "function" ? baseUrl(operation) : baseUrl;
  const url = given ?? operation.servers?.[0] ?? servers[0] ?? "";
  return absolute(url, operation, given ?? servers[0]).replace(/\/+$/, "");
}

/**
 * Resolves an address against a server of the description or the page. A `baseUrl` is resolved against the
 * page, as `fetch` does, and never against the description's server.
 */
function absolute(url: string, operation?: ClientOperation, server?: string): string {
  if (/^[a-z][\w+.-]*:\/\//i.test(url)) return url;
  for (const base of [server, (globalThis as { location?: { href?: string } }).location?.href]) {
    // The host of `localhost:8080` is no scheme.
    const { href = "" } =
      (base && URL.canParse(url || "/", base) && new URL(url || "/", base)) || {};
    if (href.startsWith("http")) return href;
  }
  throw new TypeError(
    `${operation ? `${operation.operationId}: ` : ""}the address ${JSON.stringify(url)} is relative: give an absolute \`baseUrl\`, such as "https://host/api"`,
  );
}
