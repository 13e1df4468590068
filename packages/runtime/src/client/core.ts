import type { ApiDescriptor } from "../operation.ts";
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

/** Creates the core of a client. Nothing is shared between two of them. */
export function createClientCore(api: ClientApi, options: ClientOptions = {}): ClientCore {
  const { userAgent = api.userAgent } = options;
  const isNamed = userAgent !== undefined && userAgent !== false && !isBrowser();
  return {
    api,
    options,
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
 * description's first. A server with a relative URL is taken from the first absolute one of
 * these (OpenAPI 3.1, Server Object, `url`), which the page's address is in a browser.
 *
 * @returns the URL without a slash at its end; empty where there is none.
 * @throws {TypeError} when it is relative and there is nothing that it could be relative to.
 */
export function baseUrlOf(
  { api, options: { baseUrl } }: ClientCore,
  operation: ClientOperation,
): string {
  const given = typeof baseUrl === "function" ? baseUrl(operation) : baseUrl;
  let url = given ?? operation.servers?.[0] ?? api.servers[0] ?? "";
  if (!absoluteUrl.test(url)) {
    const page = (globalThis as { location?: { href?: string } }).location?.href;
    const base = [api.servers[0], page].find((one) => one && URL.canParse(url, one));
    if (!base) {
      const reason = `the server ${JSON.stringify(url)} is relative: give the client a baseUrl`;
      throw new TypeError(`${operation.operationId}: ${reason}`);
    }
    url = new URL(url, base).href;
  }
  return url.replace(/\/+$/, "");
}

const absoluteUrl = /^[a-z][a-z\d+.-]*:/i;
