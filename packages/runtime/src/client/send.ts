import { getMember } from "../members.ts";
import type { OperationDescriptor, ParameterDescriptor, ParameterLocation } from "../operation.ts";
import { encodeCookies } from "../parameters/cookie.ts";
import { encodeParameter } from "../parameters/encode.ts";
import { encodePath } from "../parameters/path.ts";
import { encodeQuery } from "../parameters/query.ts";
import { parsePathTemplate } from "../path-template.ts";
import type { PathTemplate } from "../path-template.ts";
import { baseUrlOf, CallParameters, isFetchFailure, watchFetch } from "./core.ts";
import type { ClientCore } from "./core.ts";
import { applyCredentials } from "./credentials.ts";
import { ConnectionError } from "./errors.ts";
import { encodeBody } from "./request-body.ts";
import type { RequestBody } from "./request-body.ts";
import type { CallInput, CallOptions, HttpClient } from "./types.ts";

/** What of an operation each call of it needs, looked up once. */
interface PreparedOperation {
  readonly template: PathTemplate;
  readonly parameters: { readonly [Location in ParameterLocation]: readonly ParameterDescriptor[] };
  readonly accept: string | undefined;
}

/** The init that openapi-fetch's `request` takes, as far as calls set it. */
interface HttpRequestInit {
  readonly baseUrl: string;
  readonly params: CallParameters;
  readonly parseAs: "stream";
  readonly pathSerializer: (url: string) => string;
  readonly querySerializer: () => string;
  readonly bodySerializer: (body: unknown) => unknown;
  readonly headers: { readonly [name: string]: string };
  readonly body?: BodyInit;
  readonly duplex?: "half";
  readonly signal?: AbortSignal;
  readonly fetch?: (request: Request) => Promise<Response>;
}

interface CallableHttpClient extends Omit<HttpClient, "request"> {
  request(method: string, path: string, init: HttpRequestInit): ReturnType<HttpClient["request"]>;
}

const preparedOperations = new WeakMap<OperationDescriptor, PreparedOperation>();
const inputMembers = new Set(["path", "query", "header", "cookie", "body", "contentType"]);

function prepare(operation: OperationDescriptor): PreparedOperation {
  const known = preparedOperations.get(operation);
  if (known) return known;
  const located = (location: ParameterLocation): ParameterDescriptor[] =>
    (operation.parameters ?? []).filter((parameter) => parameter.in === location);
  const prepared = {
    template: parsePathTemplate(operation.path),
    parameters: {
      path: located("path"),
      query: located("query"),
      header: located("header"),
      cookie: located("cookie"),
    },
    accept: acceptOf(operation),
  };
  preparedOperations.set(operation, prepared);
  return prepared;
}

/** The media types of the documented successes, as an Accept header (RFC 9110, 12.5.1). */
function acceptOf(operation: OperationDescriptor): string | undefined {
  const successes = Object.entries(operation.responses).filter(([status]) =>
    status.startsWith("2"),
  );
  const content = successes.flatMap(([, response]) => response.content ?? []);
  // A range of a suffix, such as `application/*+json`, is OpenAPI's, not HTTP's.
  const ranges = content.map(({ mediaType }) => mediaType.replace(/\*\+.*$/, "*"));
  const mediaTypes = new Set(ranges);
  return mediaTypes.size === 0 ? undefined : [...mediaTypes].join(", ");
}

/**
 * Sends the request of a call.
 *
 * @throws {TypeError} when the input cannot be written as the operation wants it.
 * @throws {ConnectionError} when there is no response. What the caller's signal aborts with, and
 *   what a middleware throws, passes through as it is.
 */
export async function send(
  core: ClientCore,
  operation: OperationDescriptor,
  input: CallInput,
  options: CallOptions,
): Promise<Response> {
  checkInput(operation, input);
  checkMethod(operation);
  const init = await requestInit(core, operation, input, options);
  try {
    const http = core.http as CallableHttpClient;
    const answer = await http.request(operation.method, operation.path, init);
    return init.params.response ?? readableResponse(answer);
  } catch (error) {
    if (options.signal?.aborted || !isFetchFailure(error)) throw error;
    throw new ConnectionError(operation, error);
  }
}

/**
 * The response where a middleware answered in place of the server, so that openapi-fetch may have
 * read the body already.
 */
function readableResponse(answer: { error?: unknown; response: Response }): Response {
  const { error, response } = answer;
  if (!response.bodyUsed) return response;
  const { status, statusText, headers } = response;
  const text = typeof error === "string" ? error : JSON.stringify(error);
  return new Response(text, { status, statusText, headers });
}

function checkInput(operation: OperationDescriptor, input: CallInput): void {
  const { parameters } = prepare(operation);
  refuseUnknown(operation, "member", Object.keys(input), (name) => inputMembers.has(name));
  for (const location of ["path", "query", "header", "cookie"] as const) {
    const names = Object.keys(input[location] ?? {});
    const isKnown = (name: string): boolean =>
      parameters[location].some((parameter) => parameter.name === name);
    refuseUnknown(operation, `${location} parameter`, names, isKnown);
  }
}

/** Methods that `fetch` does not send (Fetch Standard, "forbidden method"). */
const forbiddenMethods = new Set(["CONNECT", "TRACE", "TRACK"]);

function checkMethod({ operationId, method }: OperationDescriptor): void {
  if (!forbiddenMethods.has(method.toUpperCase())) return;
  throw new TypeError(`${operationId}: fetch does not send ${method} requests`);
}

function refuseUnknown(
  operation: OperationDescriptor,
  what: string,
  names: readonly string[],
  isKnown: (name: string) => boolean,
): void {
  const unknown = names.filter((name) => !isKnown(name)).map((name) => JSON.stringify(name));
  if (unknown.length === 0) return;
  const plural = unknown.length > 1 ? "s" : "";
  throw new TypeError(`${operation.operationId}: unknown ${what}${plural} ${unknown.join(", ")}`);
}

async function requestInit(
  core: ClientCore,
  operation: OperationDescriptor,
  input: CallInput,
  options: CallOptions,
): Promise<HttpRequestInit> {
  const { template, parameters, accept: documented } = prepare(operation);
  const accept = options.accept ?? documented;
  const path = encodePath(template, parameters.path, input.path);
  const body = encodeBody(operation, input);
  const credentials = await applyCredentials(core, operation);
  const isGiven = (pair: string): boolean =>
    Object.hasOwn(input.query ?? {}, decodeURIComponent(pair.split("=")[0] ?? ""));
  const query = [
    template.query,
    encodeQuery(parameters.query, input.query),
    ...credentials.query.filter((pair) => !isGiven(pair)),
  ];
  const cookies = [encodeCookies(parameters.cookie, input.cookie), ...credentials.cookies];
  const search = query.filter((text) => text !== "").join("&");
  const cookie = cookies.filter((text) => text !== "").join("; ");
  return {
    baseUrl: baseUrlOf(core.api, core.options, operation),
    params: new CallParameters(input.path, input.query),
    parseAs: "stream",
    pathSerializer: (url) => url.slice(0, url.length - operation.path.length) + path,
    querySerializer: () => search,
    bodySerializer: (value) => value,
    headers: {
      ...(accept === undefined ? {} : { accept }),
      ...lowerCaseNames(core.options.headers),
      ...headerParameters(parameters.header, input.header),
      ...(cookie === "" ? {} : { cookie }),
      ...credentials.headers,
      ...(body?.contentType === undefined ? {} : { "content-type": body.contentType }),
      ...lowerCaseNames(options.headers),
    },
    ...bodyInit(body),
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.fetch ? { fetch: watchFetch(options.fetch) } : {}),
  };
}

/** A stream can only be sent while the response is not awaited (Fetch Standard, `duplex`). */
function bodyInit(body: RequestBody | undefined): Pick<HttpRequestInit, "body" | "duplex"> {
  if (body === undefined) return {};
  return body.body instanceof ReadableStream
    ? { body: body.body, duplex: "half" }
    : { body: body.body };
}

function headerParameters(
  parameters: readonly ParameterDescriptor[],
  values: object | undefined,
): { [name: string]: string } {
  const headers: { [name: string]: string } = {};
  for (const parameter of parameters) {
    const value = getMember(values, parameter.name);
    if (value === undefined || value === null) continue;
    headers[parameter.name.toLowerCase()] = encodeParameter(parameter, value);
  }
  return headers;
}

function lowerCaseNames(headers: { readonly [name: string]: string } = {}): {
  [name: string]: string;
} {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
