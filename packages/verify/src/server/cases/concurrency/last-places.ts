import type { CallInput } from "@openapi-packages/runtime/client";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import { plainName, wordsOf } from "@openapi-packages/compiler/mock/state/words";
import type { Json } from "@openapi-packages/description";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import { withFreshKey } from "../../../records/own-key.ts";
import { keyLike, valuesAt, withValueAt } from "../../../records/places.ts";
import type { Reference } from "../../../records/references.ts";
import { withNewReferences } from "../../../records/renewed.ts";
import { shownSchemas, stateMemberOf } from "../../../records/stories/state-member.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { memberNames, memberSchemas, numericNames, schemaAt } from "../../../schema/members.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { Flow, isDone } from "../flows/flow.ts";
import { listOrRead, numbersOf, type Numbers } from "../flows/numbers-of.ts";
import { resourceFlows, type ResourceFlow } from "../flows/resources.ts";

/** How many calls are sent at once for one place. */
const calls = 4;

/** Words of the names of numbers that say how many more there may be. */
const ofRest = new Set("left remaining free available vacant open unused".split(" "));

/** A record of which a creation takes places, as an enrolment takes a seat of a course. */
export interface Places {
  /** The place of its key in the input of the creation. */
  readonly pointer: readonly string[];
  readonly holder: ResourceFlow;
  /** The number of the places that are left, which services compute and which is never below 0. */
  readonly left: string;
  /** The number of all places, which callers set. */
  readonly all: string;
}

/** Returns the record whose places a creation takes, and which may be refused by 409; `undefined` if there is none. */
export function placesOf(api: VerifiedApi, { name, create }: ResourceFlow): Places | undefined {
  const { model } = create.operation;
  if (!model.responses.some(({ status }) => status === "409")) return undefined;
  for (const { pointer, resource } of namedBy(create)) {
    const holder = resourceFlows(api).find((one) => one.name === resource);
    const found = holder === undefined || resource === name ? undefined : numbersIn(api, holder);
    if (found !== undefined && holder !== undefined) return { pointer, holder, ...found };
  }
  return undefined;
}

/** Returns the records that a creation names: those of its path, the last one first, then those of its body. */
export function namedBy({ state }: FoundOperation): readonly Reference[] {
  const inPath = state.path.flatMap(({ parameter, resource }) =>
    resource === undefined ? [] : [{ pointer: ["path", parameter], resource }],
  );
  const inBody = (state.references ?? []).flatMap(({ pointer, resource }) =>
    pointer.length === 1 ? [{ pointer: ["body", ...pointer], resource }] : [],
  );
  return [...inPath.toReversed(), ...inBody];
}

function numbersIn(
  api: VerifiedApi,
  { name, create, update }: ResourceFlow,
): Pick<Places, "left" | "all"> | undefined {
  const by = listOrRead(api, name);
  if (by === undefined) return undefined;
  const { document } = api.description.model;
  const [answer] = shownSchemas(api, by);
  const shown = by.state.kind === "list" ? schemaAt(document, answer, ["*"]) : answer;
  const written = [create, ...(update === undefined ? [] : [update])].map(
    ({ operation }) => bodyMedia(operation, {})?.schema?.json,
  );
  const names = new Set(written.flatMap((schema) => memberNames(document, schema)));
  const set = numericNames(document, written[0]).filter((one) => !/ids?$/i.test(one));
  for (const left of numericNames(document, shown)) {
    const schemas = memberSchemas(document, shown, left);
    if (names.has(left) || !schemas.some((one) => one["minimum"] === 0)) continue;
    const said = schemas.flatMap((one) => one["description"] ?? []).join(" ");
    const less = /^`([^`]+)` (?:less|minus|without) `[^`]+`\.?$/.exec(said)?.[1];
    const rest = wordsOf(left).filter((word) => !ofRest.has(word));
    const isRest = rest.length < wordsOf(left).length;
    const all = set.find((one) =>
      less === undefined ? isRest && plainName(one) === rest.join("_") : one === less,
    );
    if (all !== undefined) return { left, all };
  }
  return undefined;
}

/**
 * Takes places of a record one by one, leaves as many as the next call takes, and sends several calls at once, of which one may
 * succeed: 10 requests, and those for the records that the calls name, and 1 more to be sure of a failure.
 */
export async function lastPlaces(flow: Flow, found: Places): Promise<void> {
  const { probe, resource } = flow;
  const { operation } = resource.create;
  const { holder, left, pointer } = found;
  const made = await probe.records.make(holder.name);
  if (made === undefined) return;
  probe.records.share(made);
  const { input: given } = await probe.records.inputFor(operation, "new");
  const first = given && (await probe.records.create(operation, given));
  if (first === undefined || !isDone(first.exchange)) return;
  const record = { ...made, key: String(valuesAt(first.input, pointer)[0]) };
  const [alone, last, ...together] = await inputsLike(flow, first.input, pointer, calls + 2);
  const before = await numbersOf(flow, record);
  if (alone === undefined || last === undefined || before === undefined) return;
  const second = await probe.call(operation, alone);
  const between = isDone(second) ? await numbersOf(flow, record) : undefined;
  const step = (before.values.get(left) ?? NaN) - (between?.values.get(left) ?? NaN);
  if (between === undefined || !(step > 0)) return;
  const wanted = { found, step };
  const few = (await shrunk(flow, record, between, wanted)) ?? (await small(flow, wanted));
  const shown = few && (await numbersOf(flow, few));
  if (few === undefined || shown?.values.get(left) !== step) return;
  const at = (input: CallInput): CallInput => withKeyAt(input, pointer, few.key);
  const answers = await Promise.all(together.map((input) => probe.call(operation, at(input))));
  const done = answers.filter(isDone);
  const after = done.length < 2 ? undefined : await numbersOf(flow, few);
  // Who comes too late may be put on a waiting list.
  if (!((after?.values.get(left) ?? NaN) <= 0) || !areAlike(flow, [second, ...done])) return;
  const refused = await probe.call(operation, at(last));
  if (after === undefined || refused.response?.status !== 409) return;
  const message = `${done.length} of ${calls} calls at once succeed where \`${left}\` of the ${holder.name} is ${step}, and each takes ${step}: one that comes later is refused by 409`;
  const steps = [shown.exchange, ...done.slice(0, 2), after.exchange, refused];
  flow.report("concurrent-calls", resource.create, message, steps);
}

/** Returns inputs that name the same record, and other ones where they name more, with other texts. */
export async function inputsLike(
  { probe: { api, records }, resource }: Flow,
  input: CallInput,
  pointer: readonly string[],
  count: number,
): Promise<readonly CallInput[]> {
  const { operation } = resource.create;
  const kept = pointer.slice(1);
  const inputs: CallInput[] = [];
  for (let number = 0; number < count; number += 1) {
    const named = (await withNewReferences(api, records, operation, input, kept)) ?? input;
    const varied = records.varied(operation, named, 430 + number) ?? named;
    inputs.push(withFreshKey(operation, varied, `last place ${number}`));
  }
  return inputs;
}

function withKeyAt(input: CallInput, pointer: readonly string[], key: string): CallInput {
  const value = keyLike(valuesAt(input, pointer)[0], key);
  return value === undefined ? input : (withValueAt(input, pointer, value) as CallInput);
}

/** How many places are left for the calls. */
interface Wanted {
  readonly found: Places;
  readonly step: number;
}

/** Changes the number of all places of a record so that one call can succeed; `undefined` if that cannot be done. */
async function shrunk(
  { probe }: Flow,
  record: MadeRecord,
  { values }: Numbers,
  { found: { holder, left, all }, step }: Wanted,
): Promise<MadeRecord | undefined> {
  const { update } = holder;
  const [now, whole] = [values.get(left), values.get(all)];
  if (update === undefined || now === undefined || whole === undefined) return undefined;
  const schema = bodyMedia(update.operation, {})?.schema?.json;
  const body = { [all]: whole - (now - step) };
  if (schema === undefined || !probe.api.description.holds(schema, body)) return undefined;
  const changed = await new Flow(probe, holder).on(update, record, (input) => ({ ...input, body }));
  return changed !== undefined && isDone(changed.exchange) ? record : undefined;
}

/** Makes another record with places for one call; `undefined` if that cannot be done. */
function small(
  { probe: { records } }: Flow,
  { found: { holder, all }, step }: Wanted,
): Promise<MadeRecord | undefined> {
  return records.make(holder.name, {}, 0, ({ description }, operation, input) => {
    const schema = bodyMedia(operation, input)?.schema?.json;
    if (!isObject(input.body) || schema === undefined) return input;
    const body = { ...input.body, [all]: step };
    return description.holds(schema, body as Json) ? { ...input, body } : input;
  });
}

/** True if records are in the same state, as far as answers show it. */
function areAlike(flow: Flow, exchanges: readonly Exchange[]): boolean {
  const { create, name } = flow.resource;
  const member = stateMemberOf(flow.probe.api, name)?.name ?? "";
  const states = exchanges.map((one) => {
    const shown = flow.shown(create, one);
    return isObject(shown) ? getMember(shown, member) : undefined;
  });
  return new Set(states).size === 1;
}
