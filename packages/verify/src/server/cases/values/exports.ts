import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { effectOf, pathStateOf } from "../../../records/effects.ts";
import type { MadeRecord } from "../../../records/made-record.ts";
import { valuesAt, withValueAt } from "../../../records/places.ts";
import { headerOf } from "../../../wire/wire-request.ts";
import { isSuccess, type Flow } from "../flows/flow.ts";
import { resourceFlows, type ResourceFlow } from "../flows/resources.ts";
import { textFor } from "./extreme-texts.ts";
import { valuePlaces } from "./value-places.ts";

/** A text that has to be written as UTF-8, short enough to be on one line. */
const beyondAscii = {
  what: "characters beyond ASCII",
  text: "Gr\u00fc\u00dfe \u4e2d\u6587",
};

/** An operation that writes records as lines of text, and a resource whose records are among them. */
export interface Export {
  readonly get: VerifiedOperation;
  readonly resource: ResourceFlow;
}

/** Returns the exports of a description: GETs of texts whose path names what they have, or a record that it refers to. */
export function exportsOf(api: VerifiedApi): readonly Export[] {
  const flows = resourceFlows(api);
  return api.operations.filter(isExport).flatMap((get): Export[] => {
    const named = namedResources(api, get);
    const segments = get.model.path.split("/");
    const isOfIt = ({ create }: ResourceFlow): boolean => {
      const collection = create.operation.model.path
        .split("/")
        .findLast((one) => !one.startsWith("{"));
      const references = (create.state.references ?? []).map(({ resource }) => resource);
      return named.length === 0
        ? collection !== undefined && segments.includes(collection)
        : named.every(({ resource }) => references.includes(resource));
    };
    return flows.filter(isOfIt).map((resource) => ({ get, resource }));
  });
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

/**
 * Creates a record with characters beyond ASCII, and looks for them in an export: 2 requests, and those for the
 * records. Only question marks in their places are a finding, since an export need not have all members. That its
 * length is counted in characters is a violation of HTTP.
 */
export async function exported(flow: Flow, get: VerifiedOperation): Promise<void> {
  const { create } = flow.resource;
  const { records } = flow.probe;
  const { input } = await records.inputFor(create.operation, "new");
  if (input === undefined) return;
  const places = valuePlaces(flow, create, input).filter(({ type }) => type === "text");
  const texts = places.flatMap((place) => textFor(beyondAscii, place) ?? []);
  const body = places.reduce<unknown>((whole, place) => {
    const text = textFor(beyondAscii, place);
    return text === undefined ? whole : withValueAt(whole, place.tokens, text);
  }, input.body);
  if (texts.length === 0) return;
  const made = await flow.create((same) => ({ ...same, body }));
  const path = made && exportPath(flow, get, made.record, made.input);
  const { input: asked } = await records.inputFor(get, false);
  if (made === undefined || path === undefined || asked === undefined) return;
  const seen = await flow.probe.call(get, { ...asked, path: { ...asked.path, ...path } });
  const type = headerOf(seen.response?.headers ?? [], "content-type") ?? "";
  const isUtf8 = /^[^;]*(;\s*charset="?utf-?8"?)?$/i.test(type);
  if (!isSuccess(seen) || !isUtf8) return;
  // Lines of a calendar are folded (RFC 5545, section 3.1).
  const shown = new TextDecoder().decode(seen.response?.body).replaceAll(/\r?\n[ \t]/g, "");
  const lost = texts.find((text) => !shown.includes(text) && shown.includes(inAscii(text)));
  if (lost === undefined) return;
  const message = `has ${JSON.stringify(inAscii(lost))} in place of ${JSON.stringify(lost)}, which was written just before`;
  const { pointer } = get.model;
  flow.probe.report({ check: "shows-what-was-sent", message, pointer }, get, [made.exchange, seen]);
}

const inAscii = (text: string): string => text.replaceAll(/[^ -~]/gu, "?");

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
