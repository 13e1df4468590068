import { jsonText } from "../json-text.ts";
import { randomId } from "../random-id.ts";
import { toText } from "../parameters/text-value.ts";
import { naming, wellFormed } from "../parameters/unsendable.ts";
import type { WebRequest } from "../web-types.ts";
import { baseUrlOf, lowerCaseNames, type ClientCore } from "./core.ts";
import type { ClientOperation, SendableBody } from "./operation.ts";
import { serializePath } from "./path-serializer.ts";
import { serializeQuery } from "./query-serializer.ts";
import { secretHeaders } from "./redirect.ts";
import { secretWords } from "./secret-headers.ts";
import { send } from "./send.ts";
import type { CallOptions } from "./types.ts";

/** Options of a request to a path that is not in the description. */
export interface RawOptions extends Omit<CallOptions, "accept"> {
  readonly query?: { readonly [name: string]: string | number | boolean | undefined };
  /** Objects and lists are sent as JSON, all other bodies unchanged. */
  readonly body?: unknown;
}

/**
 * Sends a request to a path that is not in the description, with the client's credentials, middleware,
 * retries and time limits. It returns the response whatever its status.
 *
 * @param path resolved against the client's base URL. An address of another origin gets no credentials.
 * @throws {ConnectionError} when there is no response.
 * @throws {TimeoutError} when there is none in time.
 * @throws {TypeError} with the name of a query parameter whose value text cannot express.
 */
export async function callRaw(
  core: ClientCore,
  method: string,
  path: string,
  options: RawOptions = {},
): Promise<Response> {
  const { query = {}, body, headers, idempotencyKey, ...rest } = options;
  const isJson = isPlain(body);
  const key = idempotencyKey === true ? randomId() : idempotencyKey;
  const url = addressOf(core, method, path);
  const operation = rawOperation(method, path);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined)
      naming(`${operation.operationId}: query parameter "${name}"`, () =>
        url.searchParams.append(wellFormed(name), wellFormed(toText(value))),
      );
  return sendRaw(
    core,
    rest,
    operation,
    url,
    isJson ? naming(operation.operationId, () => jsonText(body)) : (body as SendableBody),
    {
      ...(isJson ? { "content-type": "application/json" } : {}),
      ...(key === undefined ? {} : { "idempotency-key": key }),
      ...lowerCaseNames(headers),
    },
  );
}

/** Resolves a path below the client's base URL. An absolute address stays unchanged. */
function addressOf(core: ClientCore, method: string, path: string): URL {
  if (URL.canParse(path)) return new URL(path);
  const base = baseUrlOf(core, rawOperation(method, path));
  return new URL(`${base}${path.startsWith("/") ? "" : "/"}${path}`);
}

/** Returns a `fetch` that sends requests through the client, for libraries such as openapi-fetch. */
export function fetchThrough(core: ClientCore): (request: WebRequest) => Promise<Response> {
  return async (request) => {
    const { method, url, signal, headers } = request;
    const blob = await request.blob();
    const body = blob.size === 0 ? undefined : blob;
    const address = new URL(url);
    const operation = rawOperation(method, address.pathname);
    return sendRaw(core, { signal }, operation, address, body, Object.fromEntries(headers));
  };
}

/** The options for an openapi-fetch client that sends its requests through this one. */
export function fetchClientOptions(core: ClientCore): {
  baseUrl: string;
  fetch: (request: WebRequest) => Promise<Response>;
  pathSerializer: typeof serializePath;
  querySerializer: typeof serializeQuery;
} {
  const { baseUrl } = core.options;
  const url = typeof baseUrl === "string" ? baseUrl : (core.api.servers[0] ?? "");
  return {
    baseUrl: url.replace(/\/+$/, ""),
    fetch: fetchThrough(core),
    pathSerializer: serializePath,
    querySerializer: serializeQuery,
  };
}

const rawOperation = (method: string, path: string): ClientOperation => ({
  operationId: `${method} ${path}`,
  method: method.toUpperCase(),
  path,
  responses: {},
});

/** Sends a request. To another origin than the client's it goes without the client's secrets. */
async function sendRaw(
  core: ClientCore,
  options: CallOptions,
  operation: ClientOperation,
  url: URL,
  body: SendableBody | undefined,
  headers: { readonly [name: string]: string },
): Promise<Response> {
  const isOther = url.origin !== originOf(core, operation);
  const secrets = secretHeaders(core.api);
  const common = Object.entries(core.headers).filter(
    ([name]) => !isOther || !(secrets.includes(name) || secretWords.test(name)),
  );
  const request = {
    operation: isOther ? { ...operation, security: [] } : operation,
    method: operation.method,
    url: url.href,
    headers: { ...Object.fromEntries(common), ...headers },
    body,
    attempt: 0,
    hasIdempotencyKey: "idempotency-key" in headers,
  };
  return send(core, request, options, async (response, context) => {
    context.detach();
    return response;
  });
}

/** Returns the origin that may receive the client's secrets, or `undefined` if it is unknown. */
function originOf(core: ClientCore, operation: ClientOperation): string | undefined {
  try {
    return new URL(baseUrlOf(core, operation)).origin;
  } catch {
    return undefined;
  }
}

/** True if a body is sent as JSON: a list or a plain object. */
function isPlain(body: unknown): boolean {
  if (Array.isArray(body)) return true;
  if (typeof body !== "object" || body === null) return false;
  const prototype: unknown = Object.getPrototypeOf(body);
  return prototype === Object.prototype || prototype === null;
}
