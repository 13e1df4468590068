import type { ApiDescriptor, OperationDescriptor } from "../operation.ts";
import type { ClientOptions, HttpClient, HttpMiddleware } from "./types.ts";

/** What a generated client holds and passes to each call; its members are nobody else's concern. */
export interface ClientCore {
  readonly http: HttpClient;
  readonly api: ApiDescriptor;
  readonly options: ClientOptions;
}

/**
 * Puts a client on an openapi-fetch client. It registers a middleware there, which only acts on
 * calls of generated methods; middlewares that are added later see each request and response.
 */
export function createClientCore(
  http: HttpClient,
  api: ApiDescriptor,
  options: ClientOptions = {},
): ClientCore {
  http.use(new ResponseCapture());
  return { http, api, options };
}

/** The parameters of a generated method's request, as middlewares see them, and its response. */
export class CallParameters {
  readonly path: object;
  readonly query: object;
  response: Response | undefined;

  constructor(path: object | undefined, query: object | undefined) {
    this.path = path ?? {};
    this.query = query ?? {};
  }
}

/**
 * Takes the response out of openapi-fetch's hands before it reads the body: it would read that of
 * an error whole and as text, whatever it is. Registered first, it is the last to see a response.
 */
class ResponseCapture implements HttpMiddleware {
  readonly #taken = new Response(null, { status: 204 });

  onResponse({ params, response }: { readonly params: object; readonly response: Response }) {
    if (!(params instanceof CallParameters)) return undefined;
    params.response ??= response;
    return this.#taken;
  }
}

const failures = new WeakSet<object>();

/** Whether sending failed with this error, and not a middleware. */
export function isFetchFailure(error: unknown): boolean {
  return typeof error === "object" && error !== null && failures.has(error);
}

/** Remembers what `fetch` fails with, so that it can be told from a middleware's errors. */
export function watchFetch(
  fetch: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      return await fetch(request);
    } catch (error) {
      const failure =
        typeof error === "object" && error !== null ? error : new Error(String(error));
      failures.add(failure);
      throw failure;
    }
  };
}

/** The options that openapi-fetch's `createClient` takes, as far as a client sets them. */
export interface FetchClientOptions {
  baseUrl: string;
  fetch: (request: Request) => Promise<Response>;
  headers: { [name: string]: string };
}

/**
 * Where an operation is: at the base URL that the client was given, else at its own server, else at
 * the description's first. A server with a relative URL is taken from the first absolute one of
 * these (OpenAPI 3.1, Server Object, `url`), which the page's address is in a browser.
 *
 * @returns the URL without a slash at its end; empty where there is none.
 * @throws {TypeError} when it is relative and there is nothing that it could be relative to.
 */
export function baseUrlOf(
  api: ApiDescriptor,
  { baseUrl }: ClientOptions,
  operation: OperationDescriptor,
): string {
  const given = typeof baseUrl === "function" ? baseUrl(operation) : baseUrl;
  const url = given ?? operation.servers?.[0] ?? api.servers[0] ?? "";
  const page = (globalThis as { location?: { href?: string } }).location?.href;
  const bases = [api.servers[0], page].filter((one) => one !== undefined);
  for (const base of ["", ...bases]) {
    const resolved = resolveUrl(url, base);
    if (resolved !== undefined) return resolved.replace(/\/+$/, "");
  }
  const reason = `the server ${JSON.stringify(url)} is relative: give the client a baseUrl`;
  throw new TypeError(`${operation.operationId}: ${reason}`);
}

/** An absolute URL as it is, a relative one resolved; `undefined` where that cannot be. */
function resolveUrl(url: string, base: string): string | undefined {
  if (/^[a-z][a-z\d+.-]*:/i.test(url)) return url;
  return URL.canParse(url, base) ? new URL(url, base).href : undefined;
}

/**
 * The options for the openapi-fetch client below a client: the description's first server unless
 * another base URL is given, with or without a slash at its end.
 */
export function fetchClientOptions(
  api: ApiDescriptor,
  options: ClientOptions = {},
): FetchClientOptions {
  const given = typeof options.baseUrl === "string" ? options.baseUrl : undefined;
  const baseUrl = given ?? api.servers[0] ?? "";
  return {
    baseUrl: baseUrl.replace(/\/+$/, ""),
    fetch: watchFetch(options.fetch ?? ((request) => globalThis.fetch(request))),
    headers: { ...options.headers },
  };
}
