import {
  call,
  createClientCore,
  describedApi,
  describedOperation,
} from "@openapi-packages/runtime/client";
import type { CallInput, ClientCore, ClientOptions } from "@openapi-packages/runtime/client";
import type { ApiDescriptor, OperationDescriptor } from "@openapi-packages/runtime";
import type { HeaderField, WireRequest, WireResponse } from "./wire-request.ts";

/** The options of writing a request beside its input. */
export interface WriteOptions {
  /** A credential for each security scheme. */
  readonly credentials?: Credentials | undefined;
  readonly accept?: string | undefined;
  readonly headers?: { readonly [name: string]: string } | undefined;
}

/** A credential for each security scheme of the description: a token or key, or `user:password` of HTTP basic. */
export interface Credentials {
  readonly [scheme: string]: string;
}

/** A placeholder: the subject's base URL replaces the description's servers. */
const origin = "http://verify.invalid";

/**
 * Writes the request of a call as the client does. This defines how the description is interpreted.
 *
 * @returns `undefined` if the input cannot be written
 */
export async function writeRequest(
  api: ApiDescriptor,
  operation: OperationDescriptor,
  input: CallInput,
  { credentials = {}, accept, headers }: WriteOptions = {},
): Promise<WireRequest | undefined> {
  let written: Promise<WireRequest> | undefined;
  const capture = (request: Request): Promise<Response> => {
    written = fromFetch(request);
    return Promise.resolve(new Response(null, { status: 599 }));
  };
  const core = createClientCore(describedApi(api), {
    fetch: capture as unknown as NonNullable<ClientOptions["fetch"]>,
    baseUrl: origin,
    retries: 0,
    userAgent: false,
    auth: authOf(api, credentials),
  });
  try {
    const options = { ...(accept !== undefined && { accept }), ...(headers && { headers }) };
    await call(core, describedOperation(operation), input, options).response();
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof URIError)) throw error;
    return undefined;
  }
  return written;
}

/**
 * Creates a client core with a function that sends its requests, for following pages as the client does.
 *
 * @param send returns the answer to a request
 */
export function sendingCore(
  api: ApiDescriptor,
  credentials: Credentials,
  send: (request: WireRequest) => Promise<WireResponse | undefined>,
): ClientCore {
  const fetch = async (request: Request): Promise<Response> => {
    const response = await send(await fromFetch(request));
    if (response === undefined) throw new Error("there is no answer");
    const { status, headers, body } = response;
    const isEmpty = status === 204 || status === 304;
    return new Response(isEmpty ? null : body.slice(), {
      status,
      headers: headers.map(([name, value]) => [name, value] as [string, string]),
    });
  };
  return createClientCore(describedApi(api), {
    fetch: fetch as unknown as NonNullable<ClientOptions["fetch"]>,
    baseUrl: origin,
    retries: 0,
    userAgent: false,
    auth: authOf(api, credentials),
  });
}

function authOf(api: ApiDescriptor, credentials: Credentials): NonNullable<ClientOptions["auth"]> {
  const entries = Object.entries(credentials).map(([name, text]) => {
    const scheme = api.securitySchemes[name];
    const isBasic = scheme?.type === "http" && scheme.scheme.toLowerCase() === "basic";
    if (!isBasic) return [name, text] as const;
    const [username = "", ...rest] = text.split(":");
    return [name, { username, password: rest.join(":") }] as const;
  });
  return Object.fromEntries(entries);
}

async function fromFetch(request: Request): Promise<WireRequest> {
  const { pathname, search } = new URL(request.url);
  const body = new Uint8Array(await request.arrayBuffer());
  const headers: HeaderField[] = [...request.headers];
  return {
    method: request.method,
    target: pathname + search,
    headers,
    ...(body.length > 0 || request.body !== null ? { body } : {}),
  };
}
