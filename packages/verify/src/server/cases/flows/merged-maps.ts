import { isObject, member, type Json, type JsonObject } from "@openapi-packages/description";
import { equal } from "@openapi-packages/runtime/internals";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import { callInput } from "../../../records/call-input.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { memberNames, memberSchemas } from "../../../schema/members.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isDone, isSuccess, type Flow, type Made } from "./flow.ts";
import { holds, isSentWhole, objectAt } from "./merged-members.ts";
import { mergePatch } from "./removals.ts";

/** A map of a record: an object with any names. */
interface ShownMap {
  readonly outer: string;
  readonly entries: JsonObject;
  readonly exchange: Exchange;
}

/** A text for a name that a map does not have. */
type Entry = readonly [name: string, value: Json];

/**
 * Returns the maps of a change's body that it merges name by name: those of a merge patch (RFC 7396), unless a sentence
 * says that they are replaced as a whole, and those of which a sentence says that they are merged.
 */
export function mergedMaps(api: VerifiedApi, update: FoundOperation): readonly string[] {
  const { document } = api.description.model;
  const schema = bodyMedia(update.operation, {})?.schema?.json;
  return memberNames(document, schema).filter((name) => {
    const own = memberSchemas(document, schema, name);
    const isMap = own.some((one) => (member(one, "additionalProperties") ?? false) !== false);
    const isFree = own.every((one) => member(one, "properties") === undefined);
    const isMerged = takesMergePatch(update) && !isSentWhole(api, update, name);
    return isMap && isFree && (isMerged || isSaidMerged(api, update, name));
  });
}

/** True if a change is a merge patch by the type of its body. */
export const takesMergePatch = ({ operation }: Pick<FoundOperation, "operation">): boolean =>
  operation.model.requestBody?.content[0]?.mediaType === mergePatch;

/** True if a sentence says of a member that it is merged with what is there. */
export function isSaidMerged(
  api: VerifiedApi,
  { operation }: Pick<FoundOperation, "operation">,
  name: string,
): boolean {
  const schema = bodyMedia(operation, {})?.schema?.json;
  const own = memberSchemas(api.description.model.document, schema, name);
  const { summary, description } = operation.model;
  return [
    ...sentencesOf(...own.map((one) => String(one["description"] ?? ""))),
    ...sentencesOf(summary, description).filter((one) => one.split(/\W+/).includes(name)),
  ].some((one) => /\bmerge[ds]?\b/i.test(one) && !/\b(not|never|no|replace[ds]?)\b/i.test(one));
}

/**
 * Checks that a change of one name of a map leaves its other names, and that null removes one alone where it is a merge
 * patch (RFC 7396, section 2): 6 requests, and 2 more if the map is empty, or a name is refused.
 */
export async function mergedMap(flow: Flow, update: FoundOperation, outer: string): Promise<void> {
  const made = await flow.createFull();
  const first = made && (await shownMap(flow, made, outer));
  if (made === undefined || first === undefined) return;
  // Other names may be the service's own.
  const given = Object.keys(objectAt(made.input.body, outer));
  const filled = given.some((name) => Object.hasOwn(first.entries, name));
  const begun = filled ? undefined : await withEntry(flow, update, made, first);
  const before = filled ? first : begun?.after;
  const added = before && (await withEntry(flow, update, made, before));
  if (before === undefined || added === undefined) return;
  const names = begun === undefined ? given : [begun.entry[0]];
  const { entry, sent, after } = added;
  if (reportLost(flow, update, entry[0], names, [before, sent, after])) return;
  const body = { [outer]: { [entry[0]]: null } };
  if (!takesMergePatch(update) || !holds(flow, update, body)) return;
  const removal = await flow.on(update, made.record, (input) => ({ ...input, body }));
  const last = removal && isDone(removal.exchange) && (await shownMap(flow, made, outer));
  if (!removal || !last) return;
  if (reportLost(flow, update, entry[0], names, [after, removal.exchange, last])) return;
  if (!equal(last.entries[entry[0]], entry[1])) return;
  const message = `takes null for \`${outer}.${entry[0]}\` and keeps the value (RFC 7396)`;
  flow.report("read-after-update", update, message, [removal.exchange, last.exchange]);
}

/** Reports names that a change of another one has changed. */
function reportLost(
  flow: Flow,
  update: FoundOperation,
  name: string,
  others: readonly string[],
  [before, sent, after]: readonly [ShownMap, Exchange, ShownMap],
): boolean {
  const { outer, entries } = before;
  const lost = others.filter(
    (one) =>
      one !== name && Object.hasOwn(entries, one) && !equal(entries[one], after.entries[one]),
  );
  if (lost.length === 0) return false;
  const names = lost.map((one) => `\`${outer}.${one}\``).join(", ");
  const rule = takesMergePatch(update) ? " (RFC 7396)" : ", which is merged";
  const message = `changes ${names}, and the change is of \`${outer}.${name}\` alone${rule}`;
  const steps = [before.exchange, sent, after.exchange];
  flow.report("read-after-update", update, message, steps, [`/${outer}`]);
  return true;
}

/** Adds a name to a map; `undefined` if that is refused, or not shown. */
async function withEntry(
  flow: Flow,
  update: FoundOperation,
  made: Made,
  { outer, entries }: ShownMap,
): Promise<
  { readonly entry: Entry; readonly sent: Exchange; readonly after: ShownMap } | undefined
> {
  for (const entry of newEntries(flow, update, made, outer, entries)) {
    const [name, value] = entry;
    const body = { [outer]: { [name]: value } };
    const sent = await flow.on(update, made.record, (input) => ({ ...input, body }));
    if (sent === undefined || !isDone(sent.exchange)) continue;
    const after = await shownMap(flow, made, outer);
    const isShown = after !== undefined && equal(after.entries[name], value);
    return isShown ? { entry, sent: sent.exchange, after } : undefined;
  }
  return undefined;
}

/** The most names that are tried. */
const mostNames = 2;

/** Returns names with values that a map does not have: those of examples first, since others may be refused. */
function newEntries(
  { probe }: Flow,
  update: FoundOperation,
  made: Made,
  outer: string,
  shown: JsonObject,
): readonly Entry[] {
  const { description } = probe.api;
  const schema = bodyMedia(update.operation, {})?.schema?.json;
  const example = description.exampleInput(update.operation.model);
  const known = [example && callInput(example).body, made.input.body].flatMap((one) =>
    Object.entries(objectAt(one, outer)),
  );
  const values = [...known, ...Object.entries(shown)].map(([, value]) => value);
  const plain = values.find((one) => one !== null && !isObject(one)) ?? "verify";
  const named = known.map(([name, value]) => [name, value ?? plain] as const);
  const all = new Map([...named, ["verify", plain] as const, ["verifyOther", plain] as const]);
  const fits = ([name, value]: Entry): boolean =>
    !Object.hasOwn(shown, name) &&
    schema !== undefined &&
    description.holds(schema, { [outer]: { [name]: value } });
  return [...all].filter(fits).slice(0, mostNames);
}

/** Reads a map of a record; `undefined` if that does not show it. */
async function shownMap(
  flow: Flow,
  { record }: Made,
  outer: string,
): Promise<ShownMap | undefined> {
  const { read } = flow.resource;
  const exchange = await flow.read(record);
  if (read === undefined || exchange === undefined || !isSuccess(exchange)) return undefined;
  const shown = flow.shown(read, exchange);
  const isThere = isObject(shown as Json) && Object.hasOwn(shown as JsonObject, outer);
  return isThere ? { outer, entries: objectAt(shown, outer), exchange } : undefined;
}
