import type { ApiDescriptor } from "../operation.ts";
import { checkPolicy } from "./call-options.ts";
import { checkAuth } from "./check-auth.ts";
import type { ApiErrorClass } from "./errors.ts";
import type { ClientOperation } from "./operation.ts";
import type { SecurityWriter } from "./security-writers.ts";
import type { ClientOptions } from "./types.ts";

/** A description as a client calls it: the contract's descriptor with what its calls need. */
export interface ClientApi extends ApiDescriptor {
  /** The writers of credentials, by security scheme. */
  readonly writers: { readonly [scheme: string]: SecurityWriter };
  /** The class of errors that any operation may answer with (`x-common-errors`). Left out: `ApiError`. */
  readonly commonError?: ApiErrorClass;
  /** The value of `User-Agent`. */
  readonly userAgent?: string;
}

/** The state of a generated client, passed to each call; its members are internal. */
export interface ClientCore {
  readonly api: ClientApi;
  readonly options: ClientOptions;
  /** Sent with each request, by lower-case name. */
  readonly headers: { readonly [name: string]: string };
}

/**
 * Creates the core of a client. Nothing is shared between two of them.
 *
 * @throws {TypeError} when the base URL is relative, and there is no page that it could be relative to, or
 *   when `auth` has a security scheme that the description does not have, or when an option that is a number is none.
 */
export function createClientCore(api: ClientApi, options: ClientOptions = {}): ClientCore {
  const { userAgent = api.userAgent, baseUrl, auth } = options;
  checkAuth(api, auth);
  checkPolicy(options);
  const isNamed = userAgent !== undefined && userAgent !== false && !isBrowser();
  return {
    api,
    options: typeof baseUrl === "string" ? { ...options, baseUrl: fromPage(baseUrl) } : options,
    headers: {
      ...(isNamed ? { "user-agent": userAgent } : {}),
      ...lowerCaseNames(options.headers),
    },
  };
}

/** Browsers and their workers say themselves what they are. */
export function isBrowser(): boolean {
  const { document, importScripts } = globalThis as { document?: unknown; importScripts?: unknown };
  return document !== undefined || importScripts !== undefined;
}

/** The id that the server gave a request. */
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
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/**
 * The base URL of an operation: that of the client's options, else its own server, else the
 * description's first. A server with a relative URL is taken from the description's first, or from
 * the page's address (OpenAPI 3.1, Server Object, `url`).
 *
 * @returns the URL without a slash at its end; empty where there is none.
 * @throws {TypeError} when it is relative and there is nothing that it could be relative to.
 */
export function baseUrlOf(
  { api, options: { baseUrl } }: ClientCore,
  operation: ClientOperation,
): string {
  const given = typeof baseUrl === "function" ? baseUrl(operation) : baseUrl;
  let url =
    given === undefined
      ? (operation.servers?.[0] ?? api.servers[0] ?? "")
      : fromPage(given, operation);
  if (!absoluteUrl.test(url)) {
    const base = [api.servers[0], pageUrl()].find((one) => one && URL.canParse(url, one));
    if (!base) {
      const reason = `the server ${JSON.stringify(url)} is relative: give the client a baseUrl`;
      throw new TypeError(`${operation.operationId}: ${reason}`);
    }
    url = new URL(url, base).href;
  }
  return url.replace(/\/+$/, "");
}

const absoluteUrl = /^[a-z][a-z\d+.-]*:/i;
const hostAndPort = /^[\w.-]+:\d/;

/**
 * A base URL that the client is given, absolute: a relative one is the page's, as with `fetch`, and never
 * that of the description's server, whom it is not meant for.
 */
function fromPage(url: string, operation?: ClientOperation): string {
  if (absoluteUrl.test(url) && !hostAndPort.test(url)) return url;
  // `localhost:8080` has no scheme, though URLs are read so.
  const page = hostAndPort.test(url) ? undefined : pageUrl();
  const base = page && URL.canParse(url || "/", page) ? new URL(url || "/", page).href : "file:";
  if (!base.startsWith("file:")) return base;
  const name = operation ? `${operation.operationId}: ` : "";
  const reason = `the baseUrl ${JSON.stringify(url)} is relative, and there is no page whose address it could be taken from`;
  throw new TypeError(`${name}${reason}: give an absolute one, such as "https://host/api"`);
}

const pageUrl = (): string | undefined =>
  (globalThis as { location?: { href?: string } }).location?.href;
