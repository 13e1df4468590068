import {
  call,
  createClientCore,
  describedApi,
  describedOperation,
} from "@openapi-packages/runtime/client";
import type { CallInput, Credential } from "@openapi-packages/runtime/client";
import type { MockDescription, MockOperation } from "../../description.ts";
import type { Mock } from "../../types.ts";
import { shellWord } from "../terminal/credential-arguments.ts";
import { seededValues } from "../terminal/example-curl.ts";

/** An input of an operation, as a client takes it. */
export type RequestInput = { readonly [part: string]: unknown };

/** A request that the console's page sends, and how others send it. */
export interface ReadyRequest {
  readonly method: string;
  /** The path and query. */
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string;
  /** The command line that sends it. */
  readonly curl: string;
  /** The call of a generated client. Default: its method is not known. */
  readonly clientCall?: string;
}

/** Where requests go, and what authorizes them. */
export interface RequestTarget {
  /** The address of the mock with its base path. */
  readonly baseUrl: string;
  readonly credentials: Mock["credentials"];
}

/** Returns an input that the mock answers: the description's example, with the path of a record that exists. */
export function exampleInput(description: MockDescription, operation: MockOperation): RequestInput {
  const input: RequestInput = operation.exampleCall?.input ?? {};
  const path = (input["path"] ?? {}) as RequestInput;
  const seeded = Object.entries(seededValues(description, operation) ?? {}).flatMap(
    ([name, text]) => {
      if (text === undefined || !operation.operation.path.includes(`{${name}}`)) return [];
      return [[name, typeof path[name] === "number" ? Number(text) : text] as const];
    },
  );
  return seeded.length === 0
    ? input
    : { ...input, path: { ...path, ...Object.fromEntries(seeded) } };
}

/**
 * Writes the request of an input as generated clients do.
 *
 * @throws {TypeError} when the input does not fit the operation.
 */
export async function readyRequest(
  { api }: MockDescription,
  { operation, exampleCall }: MockOperation,
  input: RequestInput,
  { baseUrl, credentials }: RequestTarget,
): Promise<ReadyRequest> {
  let written: Request | undefined;
  const auth = authOf(api, credentials);
  const core = createClientCore(describedApi(api), {
    baseUrl,
    ...(auth && { auth }),
    fetch: (request) => {
      written = request as unknown as Request;
      return Promise.resolve(new Response());
    },
  });
  // What the empty answer lacks is no matter.
  await call(core, describedOperation(operation), input as CallInput).catch((error: unknown) => {
    if (written === undefined) throw error;
  });
  if (written === undefined) throw new TypeError("the operation has no request");
  const { method, url } = written;
  const headers = Object.fromEntries(written.headers);
  delete headers["user-agent"];
  const body = await written.text();
  return {
    method,
    url: url.slice(new URL(url).origin.length),
    headers,
    ...(body !== "" && { body }),
    curl: curlOf(method, url, headers, body),
    ...(exampleCall && { clientCall: callText(exampleCall.method, input) }),
  };
}

function curlOf(
  method: string,
  url: string,
  headers: ReadyRequest["headers"],
  body: string,
): string {
  const isDefault = method === (body === "" ? "GET" : "POST");
  return [
    `curl ${shellWord(url)}`,
    ...(isDefault ? [] : [method === "HEAD" ? "--head" : `--request ${shellWord(method)}`]),
    ...Object.entries(headers).map(([name, value]) => `--header ${shellWord(`${name}: ${value}`)}`),
    ...(body === "" ? [] : [`--data-raw ${shellWord(body)}`]),
  ].join(" \\\n  ");
}

function callText(method: string, input: RequestInput): string {
  const isEmpty = Object.keys(input).length === 0;
  // A line begins with a name or an item, since texts have no line breaks in JSON.
  const text = JSON.stringify(input, undefined, 2).replace(/^( *)"([a-z_$][\w$]*)":/gim, "$1$2:");
  return `await api.${method}(${isEmpty ? "" : text});`;
}

/** Returns the credentials that the mock demands, in the form that clients take. */
function authOf(
  { securitySchemes }: MockDescription["api"],
  credentials: Mock["credentials"],
): { readonly [scheme: string]: Credential } | undefined {
  const entries = Object.entries(credentials).flatMap(([name, [text]]) => {
    const scheme = securitySchemes[name];
    if (text === undefined || scheme === undefined) return [];
    const isBasic = scheme.type === "http" && scheme.scheme.toLowerCase() === "basic";
    const [, username = "", password = ""] = /^([^:]*):(.*)$/s.exec(text) ?? [];
    return [[name, isBasic ? { username, password } : text] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
