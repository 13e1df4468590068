import { checkPolicy } from "../client/call-options.ts";
import { randomId } from "../random-id.ts";
import type {
  Client,
  ClientOptions,
  FetchOptions,
  MergedOptions,
  Middleware,
  Policy,
  QuerySerializerOptions,
  SendRequest,
} from "./client-types.ts";
import { answerOf, type AnyResponse } from "./answer.ts";
import { mergeHeaders } from "./headers.ts";
import { checkMiddleware, exchange } from "./middleware.ts";
import type { MediaType } from "./path-types.ts";
import {
  createQuerySerializer,
  defaultBodySerializer,
  defaultPathSerializer,
} from "./serialize.ts";
import { operationOf, sendRequest } from "./transport.ts";

/** The options of a call, whatever its operation. */
type AnyOptions = Omit<FetchOptions<unknown>, "body" | "params"> & {
  readonly method: string;
  readonly body?: unknown;
  readonly params?: MiddlewareParams;
};

type MiddlewareParams = Parameters<NonNullable<Middleware["onRequest"]>>[0]["params"];

/**
 * Creates a client that calls by method and path and answers `{ data, error, response }`, as openapi-fetch
 * does, with the retries and time limits of generated clients.
 *
 * @typeParam Paths `paths` of the module that `--packages paths` or openapi-typescript writes.
 * @throws {TypeError} when a numeric option is invalid.
 */
export function createClient<Paths extends object, Media extends MediaType = MediaType>(
  options: ClientOptions = {},
): Client<Paths, Media> {
  checkPolicy(options);
  const shared: Middleware[] = [];
  const fetch = (options.fetch ?? globalThis.fetch) as SendRequest;
  const call = (method: string, path: string, init: object = {}): Promise<AnyResponse> =>
    callPath({ ...options, fetch }, shared, path, { ...init, method } as AnyOptions);
  const methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"];
  return {
    ...Object.fromEntries(
      methods.map((method) => [method, (path: string, init?: object) => call(method, path, init)]),
    ),
    request: (method: string, path: string, init?: object) =>
      call(method.toUpperCase(), path, init),
    use(...middleware: readonly unknown[]) {
      for (const one of middleware) {
        if (!one) continue;
        checkMiddleware(one);
        shared.push(one);
      }
    },
    eject(...middleware: readonly Middleware[]) {
      for (const one of middleware) {
        const index = shared.indexOf(one);
        if (index >= 0) shared.splice(index, 1);
      }
    },
  } as unknown as Client<Paths, Media>;
}

async function callPath(
  client: ClientOptions & { readonly fetch: SendRequest },
  shared: readonly Middleware[],
  path: string,
  given: AnyOptions,
): Promise<AnyResponse> {
  const { params = {}, middleware = [] } = given;
  const merged = mergedOptions(client, given);
  const policy = policyOf({ ...client, ...policyOf(given) });
  checkPolicy(policy);
  const first = requestOf(client, given, path, merged);
  // A stream is sent only once.
  const isOnce = given.body instanceof ReadableStream;
  const { request, response } = await exchange(
    first,
    [...shared, ...middleware],
    { schemaPath: path, params, id: randomId(), options: merged },
    (sent) => sendRequest(sent, path, merged.fetch, isOnce ? { ...policy, retries: 0 } : policy),
  );
  return answerOf(response, {
    operation: operationOf(request.method, path),
    parseAs: merged.parseAs,
    maxBodyBytes: policy.maxBodyBytes,
  });
}

function mergedOptions(
  client: ClientOptions & { readonly fetch: SendRequest },
  given: AnyOptions,
): MergedOptions {
  const { requestInitExt } = client;
  const fetch = given.fetch ?? client.fetch;
  return Object.freeze({
    baseUrl: (given.baseUrl ?? client.baseUrl ?? "").replace(/\/$/, ""),
    parseAs: given.parseAs ?? "json",
    querySerializer: querySerializerOf(client.querySerializer, given.querySerializer),
    bodySerializer: (given.bodySerializer ??
      client.bodySerializer ??
      defaultBodySerializer) as MergedOptions["bodySerializer"],
    pathSerializer: given.pathSerializer ?? client.pathSerializer ?? defaultPathSerializer,
    fetch:
      requestInitExt === undefined
        ? (request) => fetch(request)
        : (request) => (fetch as typeof globalThis.fetch)(request as Request, requestInitExt),
  } satisfies MergedOptions);
}

type GivenSerializer = ClientOptions["querySerializer"];

function querySerializerOf(
  ofClient: GivenSerializer,
  ofCall: GivenSerializer,
): MergedOptions["querySerializer"] {
  if (typeof ofCall === "function") return ofCall;
  if (ofCall === undefined && typeof ofClient === "function") return ofClient;
  const shared: QuerySerializerOptions = typeof ofClient === "object" ? ofClient : {};
  return createQuerySerializer({ ...shared, ...ofCall });
}

/** The options of clients and calls that a request does not take. */
const ownOptions =
  /^(?:(?:query|body|path)Serializer|baseUrl|body|fetch|headers|maxBodyBytes|maxRetryAfter|middleware|params|parseAs|Request|requestInitExt|retries|timeout|totalTimeout)$/;

const requestOptions = (options: object): [string, unknown][] =>
  Object.entries(options).filter(([name]) => !ownOptions.test(name));

function requestOf(
  client: ClientOptions,
  given: AnyOptions,
  path: string,
  { baseUrl, querySerializer, bodySerializer, pathSerializer }: MergedOptions,
): Request {
  const { params = {}, body, headers } = given;
  const own = [client.headers, headers, params.header as typeof headers];
  const serialized: unknown =
    body === undefined ? undefined : bodySerializer(body as never, mergeHeaders(...own));
  const isPlain = serialized === undefined || serialized instanceof FormData;
  const RequestClass = (client.Request ?? globalThis.Request) as typeof Request;
  const init = requestOptions(given);
  const request = new RequestClass(urlOf(), {
    redirect: "follow",
    ...Object.fromEntries([...requestOptions(client), ...init]),
    body: serialized as RequestInit["body"],
    ...(serialized instanceof ReadableStream ? { duplex: "half" } : {}),
    headers: mergeHeaders(isPlain ? undefined : { "content-type": "application/json" }, ...own),
  } as RequestInit);
  for (const [name, value] of init)
    if (!(name in request)) Object.defineProperty(request, name, { value, enumerable: true });
  return request;

  function urlOf(): string {
    const { path: pathParameters, query = {} } = params;
    const address = `${baseUrl}${path}`;
    const filled = pathParameters === undefined ? address : pathSerializer(address, pathParameters);
    const search = querySerializer(query).replace(/^\?/, "");
    return search === "" ? filled : `${filled}?${search}`;
  }
}

const policyNames = [
  "maxBodyBytes",
  "maxRetryAfter",
  "retries",
  "timeout",
  "totalTimeout",
] as const;

/** Returns the retries and time limits among other options. */
function policyOf(options: Policy): Policy {
  return Object.fromEntries(
    policyNames.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  );
}
