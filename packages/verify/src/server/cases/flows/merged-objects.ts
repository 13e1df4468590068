import type { JsonObject } from "@openapi-packages/description";
import { equal } from "@openapi-packages/runtime/internals";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import { bodyMedia } from "../../../records/vary.ts";
import type { Probe } from "../../../run/probe.ts";
import { memberNames, memberSchemas } from "../../../schema/members.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isDone, isSuccess, type Flow } from "./flow.ts";
import { isSaidMerged, takesMergePatch } from "./merged-maps.ts";
import { isSentWhole, objectAt } from "./merged-members.ts";
import { othersThan } from "./other-values.ts";
import { holderOf } from "./removed-members.ts";
import { replacedObjects } from "./replaced-objects.ts";
import type { Singleton } from "./singleton.ts";

/** Words by which members that a change does not have stay: "Absent members stay as they are". */
const areLeft =
  /\b(?:members|fields|properties|keys|attributes|values|settings|ones|those|others|parts)\b.*\b(?:stay|remain|are kept|are (?:left )?(?:unchanged|untouched)|keep)\b/i;
const areAbsent =
  /\b(?:absent|missing|omitted|left out|leaves? out|not (?:sent|given|present|mentioned|named)|without a value|others?)\b/i;

/** Words for what is within objects, of whatever name. */
const within =
  /\b(?:nested|deep(?:ly)?|recursive(?:ly)?|(?:each|every|any|all) (?:levels?|depths?)|(?:within|inside|in) (?:nested )?objects)\b/i;

/** Words of sentences about a condition, or about the opposite. */
const otherwise =
  /\b(?:not (?:merged|kept)|never|unless|except|but|if|when|replac\w*|overwrit\w*|reset|default\w*|top[- ]level)\b/i;

/**
 * Returns the objects of a change's body of which what is left out stays: those of a merge patch (RFC 7396), and those of
 * which a sentence says it, such as "Absent members stay as they are, also within `address`".
 */
export function mergedObjects(
  api: VerifiedApi,
  update: Pick<FoundOperation, "operation">,
): readonly string[] {
  const { document } = api.description.model;
  const schema = bodyMedia(update.operation, {})?.schema?.json;
  const replaced = new Set(replacedObjects(api, update).map(({ outer }) => outer));
  return memberNames(document, schema).filter((outer) => {
    const own = memberSchemas(document, schema, outer);
    const hasMembers = own.some((one) => Object.keys(Object(one["properties"])).length > 1);
    if (!hasMembers || replaced.has(outer) || isSentWhole(api, update, outer)) return false;
    const { summary, description, requestBody } = update.operation.model;
    return (
      takesMergePatch(update) ||
      isSaidMerged(api, update, outer) ||
      sentencesOf(summary, description, requestBody?.description).some(
        (one) => saysLeft(one) && (within.test(one) || isWithin(one, outer)),
      ) ||
      sentencesOf(...own.map((one) => String(one["description"] ?? ""))).some(saysLeft)
    );
  });
}

const saysLeft = (sentence: string): boolean =>
  areLeft.test(sentence) && areAbsent.test(sentence) && !otherwise.test(sentence);

/** True if a sentence is about the members of an object: `within \`address\``, `of the address`. */
const isWithin = (sentence: string, outer: string): boolean =>
  new RegExp(
    `\\b(?:within|inside|in|of) (?:the |its |their )?\\W?${outer.replaceAll(/\W/g, "\\$&")}\\b`,
  ).test(sentence);

/** An object of a value that can be changed in part. */
export interface MergedObject {
  readonly probe: Probe;
  readonly write: VerifiedOperation;
  readonly outer: string;
  /** Sends it in a change that has nothing else; `undefined` if that is refused. */
  send(object: JsonObject): Promise<Exchange | undefined>;
  /** Reads it; `undefined` if it is not shown. */
  read(): Promise<ShownObject | undefined>;
}

interface ShownObject {
  readonly exchange: Exchange;
  readonly value: JsonObject;
}

/** Returns an object of a new record. */
export async function objectOfRecord(
  flow: Flow,
  update: FoundOperation,
  outer: string,
): Promise<MergedObject | undefined> {
  const { read } = flow.resource;
  const made = await flow.createFull();
  if (made === undefined || read === undefined) return undefined;
  return {
    probe: flow.probe,
    write: update.operation,
    outer,
    async send(object) {
      const body = { [outer]: object };
      const sent = await flow.on(update, made.record, (input) => ({ ...input, body }));
      return sent !== undefined && isDone(sent.exchange) ? sent.exchange : undefined;
    },
    async read() {
      const exchange = await flow.read(made.record);
      if (exchange === undefined || !isSuccess(exchange)) return undefined;
      return { exchange, value: objectAt(flow.shown(read, exchange), outer) };
    },
  };
}

/** Returns an object of a value at a path of its own. */
export async function objectOfSingleton(
  probe: Probe,
  { write, read }: Pick<Singleton, "write" | "read">,
  outer: string,
): Promise<MergedObject | undefined> {
  const { input } = await probe.records.inputFor(write, true);
  const reading = await probe.records.inputFor(read, false);
  if (input === undefined || reading.input === undefined) return undefined;
  const { path } = input;
  return {
    probe,
    write,
    outer,
    async send(object) {
      const own = { ...input, body: { [outer]: object } };
      const exchange = await probe.call(write, await probe.records.withCurrentTag(write, own));
      return isDone(exchange) ? exchange : undefined;
    },
    async read() {
      const exchange = await probe.call(read, { ...reading.input, ...(path && { path }) });
      if (!isSuccess(exchange)) return undefined;
      return { exchange, value: objectAt(holderOf(exchange.value, [outer]), outer) };
    },
  };
}

/**
 * Checks that a change of one member of an object leaves its other members, and again where each of them has another value,
 * since those before may be their defaults: 6 requests, and 2 more before a report.
 */
export async function mergedObject(object: MergedObject | undefined): Promise<void> {
  const first = await object?.read();
  if (object === undefined) return;
  const changed = first && (await changedInPart(object, first));
  const other = changed && othersOf(object, changed.value);
  if (other === undefined || (await object.send(other)) === undefined) return;
  const second = await object.read();
  if (second !== undefined && equal(second.value, other)) await changedInPart(object, second);
}

/** Changes one member, and returns the object that has the others as they were; `undefined` if they are not, or that cannot be told. */
async function changedInPart(
  object: MergedObject,
  before: ShownObject,
): Promise<ShownObject | undefined> {
  const { outer, probe, write } = object;
  const changed = changeIn(object, before.value);
  const sent = changed && (await object.send(changed));
  const after = sent && (await object.read());
  const [name, value] = Object.entries(changed ?? {})[0] ?? [];
  if (sent === undefined || after === undefined || name === undefined) return undefined;
  if (!equal(after.value[name], value)) return undefined;
  const lost = Object.keys(before.value).filter(
    (one) => one !== name && !equal(after.value[one], before.value[one]),
  );
  if (lost.length === 0) return after;
  // Others may follow from the one that is changed.
  const control = await object.send({ ...before.value, ...changed });
  const seen = control && (await object.read());
  if (!lost.every((one) => equal(seen?.value[one], before.value[one]))) return undefined;
  const names = lost.map((one) => `\`${outer}.${one}\``).join(", ");
  const rule = takesMergePatch({ operation: write }) ? " (RFC 7396)" : "";
  const message = `changes ${names}, and the change is of \`${outer}.${name}\` alone${rule}`;
  const { pointer } = write.model;
  const steps = [before.exchange, sent, after.exchange];
  probe.report({ check: "read-after-update", message, pointer }, write, steps);
  return undefined;
}

/** Returns another value of one member, which may be sent alone. */
const changeIn = (object: MergedObject, value: JsonObject): JsonObject | undefined =>
  Object.keys(value).length < 2
    ? undefined
    : Object.entries(value)
        .flatMap(([name, own]) => othersIn(object, name, own).map((one) => ({ [name]: one })))
        .find((one) => holds(object, one));

/** Returns an object with another value in each member that may have one. */
function othersOf(object: MergedObject, value: JsonObject): JsonObject | undefined {
  let other = value;
  for (const [name, own] of Object.entries(value))
    other =
      othersIn(object, name, own)
        .map((one) => ({ ...other, [name]: one }))
        .find((one) => holds(object, one)) ?? other;
  return other === value ? undefined : other;
}

function othersIn({ probe, write, outer }: MergedObject, name: string, own: JsonObject[string]) {
  const { document } = probe.api.description.model;
  const schema = bodyMedia(write, {})?.schema?.json;
  const inside = { anyOf: memberSchemas(document, schema, outer) };
  return othersThan(own, memberSchemas(document, inside, name));
}

function holds({ probe, write, outer }: MergedObject, object: JsonObject): boolean {
  const schema = bodyMedia(write, {})?.schema?.json;
  return schema !== undefined && probe.api.description.holds(schema, { [outer]: object });
}
