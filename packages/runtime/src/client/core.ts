import type { ApiDescriptor } from "../operation.ts";
import { checkPolicy } from "./call-options.ts";
import { checkAuth } from "./check-auth.ts";
import type { ApiErrorClass } from "./errors.ts";
import type { ClientOperation } from "./operation.ts";
import type { SecurityWriter } from "./security-writers.ts";
import type { ClientOptions } from "./types.ts";

/** A description for clients: the contract's descriptor with what calls need. */
export interface ClientApi extends ApiDescriptor {
  /** The functions that add credentials to requests, by security scheme. */
  readonly writers: { readonly [scheme: string]: SecurityWriter };
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
}

/**
 * Creates the core of a client. Two cores share no state.
 *
 * @throws {TypeError} when the base URL is relative outside of a page, when `auth` names an unknown
 * security scheme, or when a numeric option is invalid.
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

/** True in browsers and their workers, which do not let scripts set `User-Agent`. */
export function isBrowser(): boolean {
  const { document, importScripts } = globalThis as { document?: unknown; importScripts?: unknown };
  return document !== undefined || importScripts !== undefined;
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
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/**
 * Returns the base URL of an operation: from the client's options, else the operation's own server, else
 * the description's first. A relative server URL is resolved against the description's first server or the
 * page's address (OpenAPI 3.1, Server Object, `url`).
 *
 * @returns the URL without a trailing slash, or an empty text if there is none.
 * @throws {TypeError} when it is relative and there is nothing to resolve it against.
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
 * Resolves a `baseUrl` option. A relative one is resolved against the page, as `fetch` does, and never
 * against the description's server.
 */
function fromPage(url: string, operation?: ClientOperation): string {
  if (absoluteUrl.test(url) && !hostAndPort.test(url)) return url;
  // `new URL("localhost:8080")` parses the host as a scheme.
  const page = hostAndPort.test(url) ? undefined : pageUrl();
  const base = page && URL.canParse(url || "/", page) ? new URL(url || "/", page).href : "file:";
  if (!base.startsWith("file:")) return base;
  const name = operation ? `${operation.operationId}: ` : "";
  const reason = `the baseUrl ${JSON.stringify(url)} is relative, and there is no page whose address it could be taken from`;
  throw new TypeError(`${name}${reason}: give an absolute one, such as "https://host/api"`);
}

const pageUrl = (): string | undefined =>
  (globalThis as { location?: { href?: string } }).location?.href;
