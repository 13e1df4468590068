import type { StateOperation } from "@openapi-packages/mock/description";
import { matchPath, parsePathTemplate, resolvePointer } from "@openapi-packages/runtime";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import type { Exchange } from "../wire/exchange.ts";
import { headerOf } from "../wire/wire-request.ts";
import { effectOf, isStore, operationsOn } from "./effects.ts";
import type { MadeRecord } from "./made-record.ts";
import { showsParent } from "./shows-parent.ts";

/**
 * Returns the record in the answer to a creation; `undefined` if it contains none, or was refused. Its key is in
 * the body, in the path of a PUT, or in the path that `Location` names.
 */
export function recordIn(
  api: VerifiedApi,
  operation: VerifiedOperation,
  exchange: Exchange,
  input: CallInput,
): MadeRecord | undefined {
  const { response, value } = exchange;
  const state = effectOf(api, operation);
  if (state === undefined || response === undefined || response.status >= 300) return undefined;
  const path = { ...input.path };
  const made = { resource: state.resource, value, at: state.at, sent: input.body };
  if (isStore({ operation, state })) {
    const key = getMember(path, state.path.at(-1)?.parameter ?? "");
    return key === undefined ? undefined : { ...made, key: String(key), path };
  }
  const key = keyIn(api, state, value);
  if (key !== undefined) return showsParent(state, path, key) ? undefined : { ...made, key, path };
  const located = state.kind === "create" ? locatedIn(api, state.resource, exchange) : undefined;
  return located && { ...made, key: located.key, path: { ...located.path, ...path } };
}

/** Returns the key of the record in a body: the resource's key, or the member with the name of the parameter. */
export function keyIn(
  { description }: VerifiedApi,
  state: StateOperation,
  body: unknown,
): string | undefined {
  const descriptor = description.mock.state?.resources[state.resource];
  const place = state.at === undefined ? body : resolvePointer(body, state.at);
  const record: unknown = Array.isArray(place) ? place[0] : place;
  if (!isObject(record)) return undefined;
  const names = [descriptor?.key, descriptor?.keyParameter, "id"];
  const values = names.map((name) => (name === undefined ? undefined : getMember(record, name)));
  const value = values.find((one) => typeof one === "string" || typeof one === "number");
  return value === undefined ? undefined : String(value);
}

/** Returns the key in the path that `Location` names, and the other parameters of that path. */
function locatedIn(
  api: VerifiedApi,
  resource: string,
  { response, request }: Exchange,
): Pick<MadeRecord, "key" | "path"> | undefined {
  const location = headerOf(response?.headers ?? [], "location");
  const base = new URL(request.target, "http://localhost");
  const url = location === undefined ? null : URL.parse(location, base);
  if (url === null) return undefined;
  for (const { operation, state } of operationsOn(api, resource)) {
    const last = state.path.at(-1);
    if (last?.resource !== resource || !operation.model.path.endsWith(`{${last.parameter}}`))
      continue;
    const values = templateValues(operation, url.pathname);
    const { [last.parameter]: key, ...path } = values ?? {};
    if (key !== undefined) return { key, path };
  }
  return undefined;
}

/** Returns the path parameters of an operation in a path, which may begin with a base path. */
export function templateValues(
  { model }: VerifiedOperation,
  path: string,
): Readonly<Record<string, string>> | undefined {
  const template = parsePathTemplate(model.path);
  const length = model.path.split("/").length - 1;
  const own = `/${path.split("/").slice(-length).join("/")}`;
  const values = matchPath(template, own);
  if (values === undefined) return undefined;
  return Object.fromEntries([...values].map(([name, text]) => [name, decoded(text)]));
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
