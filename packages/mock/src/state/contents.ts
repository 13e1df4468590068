import { jsonText } from "./json-text.ts";
import type { NonSharedUint8Array } from "@openapi-packages/runtime/internals";
import { bodyIssue, iterateBytes } from "@openapi-packages/runtime/internals";
import { isJsonMediaType } from "@openapi-packages/runtime/internals";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { AnyResult } from "@openapi-packages/runtime";
import {
  incompleteBody,
  failureResponse,
  RequestFailure,
} from "@openapi-packages/runtime/internals";
import { ByteCollector } from "@openapi-packages/runtime/internals";
import { headerValue } from "@openapi-packages/runtime/internals";
import type {
  Answer,
  HttpRequest,
  HttpResponse,
  RequestContext,
} from "@openapi-packages/runtime/server";
import { concatenate } from "@openapi-packages/runtime/internals";
import type { StateOperation } from "../description.ts";
import type { MockInput } from "./settings.ts";
import type { OperationPlan } from "./plan.ts";
import { recordIn } from "./places.ts";
import { valueAt, withValueAt } from "./pointers.ts";
import type { Contents, MockRecord } from "./record.ts";
import type { Resources } from "./resources.ts";
import { timesOf } from "./roles.ts";
import { readToken, tokenOf } from "./tokens.ts";

/** The path of signed addresses, which their token follows. */
export const contentsPath = "/__mock/contents/";

type SignPlan = OperationPlan<Extract<StateOperation, { kind: "sign" }>>;

/** Answers a signed address of the mock for uploading and downloading the contents of a record. */
export function sign(
  resources: Resources,
  plan: SignPlan,
  input: MockInput,
  { request }: RequestContext,
): Answer<AnyResult> {
  const record = recordIn(resources, plan, input);
  const { state, success, store } = plan;
  const asked = isObject(input.body) ? getMember(input.body, state.method ?? "") : undefined;
  const method = methodIn(asked);
  const { key, scope } = record;
  const token = tokenOf(resources.settings.seed, { resource: store.name, key, scope, method });
  const at = plan.tokens;
  const body = withValueAt(
    success.body,
    [...at, state.url],
    `${originOf(request)}${contentsPath}${token}`,
  );
  const shown = valueAt(body, at);
  if (!isObject(shown) || !isObject(shown["headers"])) return { ...success, body };
  const type = method === "PUT" ? undefined : record.contents?.type;
  const headers = type === undefined ? {} : { "content-type": type };
  return { ...success, body: withValueAt(body, [...at, "headers"], headers) };
}

/** Returns the method that an address is requested for; `*` if the request does not specify it. */
function methodIn(value: unknown): string {
  const word = typeof value === "string" ? value.toLowerCase() : "";
  if (/^(put|upload|write|create)/.test(word)) return "PUT";
  return /^(get|download|read)/.test(word) ? "GET" : "*";
}

function originOf(request: HttpRequest): string {
  if (request.origin !== undefined) return request.origin;
  return `http://${headerValue(request, "host") ?? "localhost"}`;
}

/** Returns or stores the contents of the record that a signed address belongs to. */
export async function answerContents(
  resources: Resources,
  request: HttpRequest,
): Promise<HttpResponse> {
  try {
    return await exchange(resources, request);
  } catch (error) {
    if (error instanceof RequestFailure) return failureResponse(resources.api, error);
    throw error;
  }
}

async function exchange(resources: Resources, request: HttpRequest): Promise<HttpResponse> {
  const [token = ""] = request.url.slice(contentsPath.length).split(/[?#]/);
  const signed = readToken(resources.settings.seed, token);
  const store = signed && resources.storeOf(signed.resource);
  if (signed === undefined || store === undefined) throw new RequestFailure(404);
  const method = request.method === "HEAD" ? "GET" : request.method;
  const allowed = signed.method === "*" ? ["GET", "PUT"] : [signed.method];
  if (!allowed.includes(method)) throw new RequestFailure(405, [], { allow: allowed.join(", ") });
  const parameters = Object.keys(signed.scope).map((parameter) => ({ parameter }));
  const find = (): MockRecord | undefined => store.find(signed.key, parameters, signed.scope);
  if (method === "GET") return give(resources, find(), request.method === "HEAD");
  const bytes = await bytesOf(request, resources.limits.contentBytes);
  const isThere = find() !== undefined || (store.isOpen && !store.deleted.has(signed.key));
  if (!isThere) throw new RequestFailure(404);
  const { key, scope } = signed;
  const record = find() ?? resources.add({ store, key, scope, value: resources.patternOf(store) });
  take(resources, record, {
    type: headerValue(request, "content-type") ?? "application/octet-stream",
    bytes,
  });
  return { status: 200, headers: {} };
}

function give(resources: Resources, record: MockRecord | undefined, isHead: boolean): HttpResponse {
  const contents = record && (record.contents ?? seedContents(resources, record));
  if (contents === undefined) throw new RequestFailure(404);
  const headers = {
    "content-type": contents.type,
    "content-length": String(contents.bytes.length),
  };
  return { status: 200, headers, ...(isHead ? {} : { body: contents.bytes }) };
}

/** Returns the contents of a record in its example, if none were uploaded. */
function seedContents(resources: Resources, { resource, value }: MockRecord): Contents | undefined {
  const { contents } = resources.relations.of(resource);
  const shown = contents === undefined ? undefined : getMember(value, contents);
  if (shown === undefined || shown === null) return undefined;
  const isText = typeof shown === "string";
  return {
    type: isText ? "text/plain; charset=utf-8" : "application/json",
    bytes: new TextEncoder().encode(isText ? shown : jsonText(shown)),
  };
}

function take(resources: Resources, record: MockRecord, contents: Contents): void {
  const store = resources.storeOf(record.resource);
  const { size } = resources.relations.of(record.resource);
  const now = resources.settings.clock.now();
  record.contents = contents;
  const { length } = contents.bytes;
  const isText = size !== undefined && typeof getMember(record.value, size) === "string";
  resources.change(record, {
    ...record.value,
    ...(size === undefined ? {} : { [size]: isText ? String(length) : length }),
    ...timesOf(store?.roles ?? [], ["updated"], now),
  });
}

/** Returns the contents as the value of a member; `undefined` if none were uploaded. */
export function contentsValue({ contents }: MockRecord): unknown {
  if (contents === undefined) return undefined;
  const text = new TextDecoder().decode(contents.bytes);
  if (!isJsonMediaType(contents.type)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @throws {RequestFailure} 413 when the body is too large, 400 when it is incomplete. */
async function bytesOf(request: HttpRequest, mostBytes: number): Promise<NonSharedUint8Array> {
  const { body } = request;
  const tooLarge = (): Error =>
    new RequestFailure(413, [
      bodyIssue("size", `must have at most ${mostBytes} bytes (contentBytes)`),
    ]);
  if (Number(headerValue(request, "content-length")) > mostBytes) throw tooLarge();
  if (body === undefined) return new Uint8Array();
  const pieces = new ByteCollector();
  let length = 0;
  const chunks =
    body instanceof Uint8Array ? [body] : { [Symbol.asyncIterator]: () => iterateBytes(body) };
  try {
    for await (const chunk of chunks) {
      length += chunk.length;
      if (length > mostBytes) throw tooLarge();
      pieces.add(chunk);
    }
  } catch (error) {
    throw error instanceof RequestFailure ? error : incompleteBody();
  }
  return concatenate(pieces.take());
}
