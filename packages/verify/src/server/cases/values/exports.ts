import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { effectOf, pathStateOf } from "../../../records/effects.ts";
import type { MadeRecord } from "../../../records/made-record.ts";
import { valuesAt } from "../../../records/places.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { listPages } from "../pages/list-pages.ts";
import { isSuccess, type Flow, type Made } from "../flows/flow.ts";
import { resourceFlows, type ResourceFlow } from "../flows/resources.ts";
import { withColumns } from "./export-columns.ts";
import { keysIn } from "./shown-keys.ts";

/** An operation that writes records as lines of text, and a resource whose records are among them. */
export interface Export {
  readonly get: VerifiedOperation;
  readonly resource: ResourceFlow;
}

/**
 * Returns the exports of a description: GETs of texts whose path names what they have, a record to which that refers
 * or below which it is created, or the same group, such as a language. Where several resources come into question, or none does, the columns of the text tell.
 */
export function exportsOf(api: VerifiedApi): readonly Export[] {
  const flows = resourceFlows(api);
  return api.operations.filter(isExport).flatMap((get): Export[] => {
    const named = namedResources(api, get);
    const found = flows.filter((flow) => isOfPath(api, get, flow));
    const isFree = ({ create }: ResourceFlow): boolean => create.state.path.length === 0;
    const candidates = found.length > 0 ? found : named.length === 0 ? flows.filter(isFree) : [];
    const shown = withColumns(api, get, candidates, found.length > 0);
    return shown.map((resource) => ({ get, resource }));
  });
}

/** True if the path of an operation names the records of a resource, or one to which they refer or below which they are created. */
export function isOfPath(
  api: VerifiedApi,
  get: VerifiedOperation,
  { create, name }: ResourceFlow,
): boolean {
  const named = namedResources(api, get);
  const segments = get.model.path.split("/");
  const collection = create.operation.model.path.split("/").findLast((one) => !one.startsWith("{"));
  const references = (create.state.references ?? []).map(({ resource }) => resource);
  const above = create.state.path.map(({ resource }) => resource ?? "");
  const parents = [...references, ...above].filter((one) => one !== name);
  return named.length === 0
    ? collection !== undefined && segments.includes(collection)
    : named.every(({ name: parameter, resource }) =>
        resource === ""
          ? isBelowSame(create.operation, get, parameter)
          : parents.includes(resource),
      );
}

/** True if an operation has a parameter at the same place of its path as another one, such as the language of a glossary. */
function isBelowSame(
  { model }: VerifiedOperation,
  other: VerifiedOperation,
  parameter: string,
): boolean {
  const [above = "", ...rest] = other.model.path.split(`{${parameter}}`);
  return rest.length > 0 && model.path.startsWith(`${above}{${parameter}}/`);
}

function isExport({ model }: VerifiedOperation): boolean {
  const success = model.responses.filter(({ status }) => status.startsWith("2"));
  const types = success.flatMap(({ content }) => content.map(({ mediaType }) => mediaType));
  const isText = (type: string): boolean =>
    /^text\/(calendar|csv|plain|tab-separated-values|vcard)|ndjson|jsonl|json-seq/i.test(type);
  return model.method === "GET" && types.some(isText);
}

/** Returns the parameters of a path with the resources that they name; those without one may mean anything. */
function namedResources(api: VerifiedApi, get: VerifiedOperation) {
  const state = effectOf(api, get) ?? pathStateOf(api, get);
  const known = state?.path ?? [];
  return get.model.parameters
    .filter((one) => one.in === "path")
    .map(({ name }) => ({
      name,
      resource: known.find(({ parameter }) => parameter === name)?.resource ?? "",
    }));
}

/** After how many creations an export is read: batches of two, three or four end at one of them, and not at another. */
const exportedCounts = [3, 4, 5];

/**
 * Creates records that differ in their texts alone, and reads an export after each of the last three: 8 requests. Of
 * records that are alike it shows all or, since it may have conditions of its own, none; and what it has shown, it
 * still shows when there is one more.
 */
export async function exportedWhole(flow: Flow, get: VerifiedOperation): Promise<void> {
  const { records, api } = flow.probe;
  if (listPages(api, get) !== undefined || get.model.hasUndeclaredPages) return;
  const made: Made[] = [];
  let before: Exchange | undefined;
  for (let count = 1; count <= Math.max(...exportedCounts); count++) {
    const one = await flow.create(
      (input) => records.varied(flow.resource.create.operation, input, count) ?? input,
    );
    const path = one && exportPath(flow, get, one.record, one.input);
    const { input } = await records.inputFor(get, false);
    if (one === undefined || path === undefined || input === undefined) return;
    made.push(one);
    if (!exportedCounts.includes(count)) continue;
    const seen = await flow.probe.call(get, { ...input, path: { ...input.path, ...path } });
    if (!isSuccess(seen)) return;
    const message = leftOut(made, seen) ?? (before && vanished(flow, before, seen));
    if (message !== undefined) {
      const { pointer } = get.model;
      const shown = [...(before === undefined ? [] : [before]), one.exchange, seen];
      flow.probe.report({ check: "lists-once", message, pointer }, get, shown);
      return;
    }
    before = seen;
  }
}

/** Says which of the records that were created alike an export leaves out, if it has others of them. */
function leftOut(made: readonly Made[], { response }: Exchange): string | undefined {
  const text = new TextDecoder().decode(response?.body);
  const lost = made.filter(({ record }) => !hasWord(text, record.key));
  const [first] = lost;
  return first === undefined || lost.length === made.length
    ? undefined
    : `leaves out ${first.record.key}, and has ${made.length - lost.length} of the ${made.length} records that were created alike just before`;
}

/** Says which record of lines of JSON is no longer there after one was added. */
function vanished(flow: Flow, before: Exchange, after: Exchange): string | undefined {
  const now = new Set(keysIn(flow, after));
  const lost = now.size === 0 ? undefined : keysIn(flow, before).find((key) => !now.has(key));
  return lost === undefined
    ? undefined
    : `leaves out ${lost}, which it showed before another record was created`;
}

/** True if a text has a key between other characters than letters and digits. */
const hasWord = (text: string, key: string): boolean =>
  text.split(key).some((before, index, parts) => {
    const after = parts[index + 1];
    return after !== undefined && !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after);
  });

/** Returns the path parameters of an export that has a record; `undefined` if they are not known. */
export function exportPath(
  { probe, resource }: Flow,
  get: VerifiedOperation,
  record: MadeRecord,
  { body }: CallInput,
): Readonly<Record<string, unknown>> | undefined {
  const references = resource.create.state.references ?? [];
  const entries = namedResources(probe.api, get).map(({ name, resource: wanted }) => {
    const pointer = references.find((one) => one.resource === wanted)?.pointer;
    const [value] = pointer === undefined ? [] : valuesAt(body, pointer);
    return [name, value ?? record.path[name]] as const;
  });
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}
