import type { CallInput } from "@openapi-packages/runtime/client";
import { equal, getMember } from "@openapi-packages/runtime/internals";
import { isObject, member, type Json, type JsonObject } from "@openapi-packages/description";
import { plainName } from "@openapi-packages/compiler/mock/state/words";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { StateOperation } from "@openapi-packages/mock/description";
import { creatorOf } from "../../../records/effects.ts";
import { namedAbove } from "../../../records/made-record.ts";
import { isNamedIn } from "../../../records/named-in-refusal.ts";
import { bodyMedia } from "../../../records/vary.ts";
import type { Probe } from "../../../run/probe.ts";
import { memberSchemas } from "../../../schema/members.ts";
import { createWithout, inputBelow, isReference } from "./below-parent.ts";
import { withVariedKey } from "./varied-key.ts";

/** The number of records that are made. */
const count = 4;

/** Texts that every order and every search tells apart: the last one is the first by code units. */
const texts = ["maple", "cedar", "Willow", "aspen"];

/** Numbers whose order is another one as texts. */
const numbers = [7, 31, 104, 12];

/** Times of which the second is after the third, although it is not as a text. */
const instants = [
  "2031-01-10T10:00:00Z",
  "2031-02-11T22:30:00-05:00",
  "2031-02-12T01:00:00+05:00",
  "2031-04-13T10:00:00Z",
];

/** The list to which records are added. */
interface VariedList {
  readonly state: StateOperation;
  /** Its path parameters. */
  readonly above: CallInput["path"];
  /** The records that it has. */
  readonly shown: readonly JsonObject[];
  /** Members that one of the records is to lack. */
  readonly lacking: readonly string[];
}

/**
 * Creates records that differ in members by which a list is filtered or sorted, each member in an order of its own, so
 * that a list by one is no list by another. Members that name other records have only values that the list shows, but
 * where a record uses them up: those name new ones, so that all are below the same parent. 4 requests, one or two more for
 * a record without members, and those for what is used up.
 *
 * @returns the path parameters of the list that has the records: those of another parent where the first one takes no more
 */
export async function makeVaried(
  probe: Probe,
  list: VariedList,
  members: readonly string[],
): Promise<CallInput["path"]> {
  const before = await makeWithout(probe, list);
  const above = await makeRecords(probe, { ...list, above: before }, members);
  return equal(before, above) ? above : makeWithout(probe, { ...list, above });
}

async function makeRecords(
  probe: Probe,
  { state: list, above, shown }: VariedList,
  members: readonly string[],
): Promise<CallInput["path"]> {
  const creator = creatorOf(probe.api, list.resource);
  if (creator === undefined || !probe.mayCall(creator.operation)) return above;
  const { operation } = creator;
  const first = (await probe.records.inputFor(operation, "new")).input;
  if (first === undefined) return above;
  const parent: Record<string, unknown> = { ...above };
  const schema = bodyMedia(operation, first)?.schema?.json;
  const { document } = probe.api.description.model;
  const schemasOf = (name: string): JsonObject[] => memberSchemas(document, schema, name);
  const known = members.filter((name) =>
    schemasOf(name).some((one) => ["enum", "type"].some((keyword) => keyword in one)),
  );
  const groups = groupsOf(known, schemasOf);
  const examples = Object.values(bodyMedia(operation, first)?.examples ?? {}).filter(
    (one): one is JsonObject => isObject(one),
  );
  let group = 0;
  // What a refusal names has values that other records or examples have: it may name what has to be there.
  const refused = new Set<string>();
  for (let index = 0; index < count; index++) {
    // Each PUT has a key of its own, and what the service refuses is known from the first record on.
    const { placed, isFresh } = (await inputBelow(probe, operation, parent)) ?? {
      placed: first,
      isFresh: false,
    };
    const other = probe.records.renamed(operation, placed, 1) ?? placed;
    const renamed = withVariedKey(probe, creator, members, other, texts[index % count] ?? "");
    while (group < groups.length) {
      const { names = [], times = [], isRenamed = true } = groups[group] ?? {};
      const base = isRenamed ? renamed : placed;
      const isBound = boundMembers(probe, operation, first.body, base.body);
      const varying = names.filter(
        (name) => !isFresh || !isReference(probe, operation, base, name),
      );
      const values = valuesOf(varying, index, {
        times,
        schemasOf,
        known: { shown, examples, refused },
        isBound,
      });
      const body = variedBody(probe, schema, values, base.body);
      const varied = { ...base, ...(body !== undefined && { body }) };
      const made = await probe.records.create(operation, varied, isFresh);
      if (made.record !== undefined) {
        Object.assign(parent, namedAbove(list, made.record));
        break;
      }
      const named = names.filter((name) => !refused.has(name) && isNamedIn(made.exchange, name));
      for (const name of named) refused.add(name);
      if (named.length === 0) group += 1;
    }
  }
  return above && parent;
}

/** Creates a record without the members that one is to lack, and returns the path of its list. */
async function makeWithout(
  probe: Probe,
  { state: list, above, lacking }: VariedList,
): Promise<CallInput["path"]> {
  const creator = creatorOf(probe.api, list.resource);
  if (creator === undefined || !probe.mayCall(creator.operation)) return above;
  const { operation } = creator;
  const { document } = probe.api.description.model;
  const schema = bodyMedia(operation, {})?.schema?.json;
  const names = lacking.filter((name) => memberSchemas(document, schema, name).length > 0);
  const first = names.length === 0 ? undefined : await inputBelow(probe, operation, above);
  if (first === undefined) return above;
  const { record } = await createWithout(probe, operation, first, names);
  return record === undefined ? above : above && { ...above, ...namedAbove(list, record) };
}

/** The schemas and known values of the members that are varied. */
interface KnownMembers {
  readonly times: readonly string[];
  schemasOf(name: string): readonly JsonObject[];
  readonly known: {
    readonly shown: readonly JsonObject[];
    readonly examples: readonly JsonObject[];
    /** The members that refusals have named. */
    readonly refused: ReadonlySet<string>;
  };
  isBound(name: string): boolean;
}

/** Returns values of members for one record, each member in an order of its own. */
function valuesOf(
  names: readonly string[],
  index: number,
  { times, schemasOf, known: { shown, examples, refused }, isBound }: KnownMembers,
): { readonly name: string; readonly values: readonly Json[] }[] {
  return names.map((name, place) => {
    const turn = (place % 2 === 0 ? index + place : count - index + place) % count;
    const others = [...shownValues(shown, name), ...shownValues(examples, name)];
    const seen = refused.has(name) ? [...new Set(others)] : shownValues(shown, name);
    const time = isTime(schemasOf(name)) && !refused.has(name) ? times[turn] : undefined;
    const isGiven = refused.has(name) || isBound(name);
    const values = valuesFor(schemasOf(name), turn, seen, isGiven);
    return { name, values: time === undefined ? values : [time, ...values] };
  });
}

/** Members that are varied together, in one of the ways that a service may take. */
interface Group {
  readonly names: readonly string[];
  /** The times of the records. Default: those without an offset. */
  readonly times?: readonly string[];
  /** False where texts that may have to be unique are those of the example. Default: true. */
  readonly isRenamed?: boolean;
}

/** Returns ways to vary members: a service may refuse an offset, a time, a text or a number that it does not give itself. */
function groupsOf(
  known: readonly string[],
  schemasOf: (name: string) => readonly JsonObject[],
): readonly Group[] {
  const withoutTexts = known.filter((name) => !isFreeText(schemasOf(name)));
  return [
    ...(known.some((name) => isTime(schemasOf(name))) ? [{ names: known, times: instants }] : []),
    { names: known },
    { names: withoutTexts },
    { names: known.filter((name) => isListed(schemasOf(name))) },
    { names: withoutTexts, isRenamed: false },
  ];
}

const isTime = (schemas: readonly JsonObject[]): boolean =>
  schemas.some((one) => member(one, "format") === "date-time");

/** Returns a test of members that only have values that are there: they name records, or others are refused. */
function boundMembers(
  probe: Probe,
  operation: VerifiedOperation,
  whole: unknown,
  taken: unknown,
): (name: string) => boolean {
  const references = probe.records
    .referencesIn(operation, whole)
    .map(({ pointer: [name] }) => name);
  return (name) =>
    references.includes(name) ||
    /(?:^|_)ids?$/.test(plainName(name)) ||
    (isObject(whole) && isObject(taken) && name in whole && !(name in taken));
}

/** Returns the values of a member that records show, or those of its lists. */
function shownValues(shown: readonly JsonObject[], name: string): readonly Json[] {
  const all = shown.flatMap((one) => getMember(one, name) ?? []) as Json[];
  return [...new Set(all)].filter((one) => typeof one === "string" || typeof one === "number");
}

const isFreeText = (schemas: readonly JsonObject[]): boolean =>
  schemas.some((one) => [member(one, "type")].flat().includes("string")) &&
  !schemas.some((one) => "enum" in one);

const isListed = (schemas: readonly JsonObject[]): boolean =>
  schemas.some((one) => member(one, "type") === "boolean" || "enum" in one);

function variedBody(
  { api: { description } }: Probe,
  schema: Json | undefined,
  members: readonly { readonly name: string; readonly values: readonly Json[] }[],
  body: unknown,
): JsonObject | undefined {
  if (!isObject(body) || schema === undefined) return undefined;
  let varied: JsonObject = body;
  for (const { name, values } of members) {
    const candidates = values.map((value) => ({ ...varied, [name]: value }));
    varied = candidates.find((one) => description.holds(schema, one)) ?? varied;
  }
  return varied;
}

/**
 * Returns values of a member for one record, the likeliest first.
 *
 * @param seen the values that other records show
 * @param isBound true if there are no others
 */
function valuesFor(
  schemas: readonly JsonObject[],
  turn: number,
  seen: readonly Json[],
  isBound: boolean,
): Json[] {
  const first = (keyword: string): Json | undefined =>
    schemas.map((one) => member(one, keyword)).find((one) => one !== undefined);
  const types = schemas.flatMap((one) => [member(one, "type") ?? []].flat());
  if (types.includes("array")) {
    const items = first("items");
    if (items === undefined || !isObject(items)) return [];
    // Each fourth record has two.
    const turns = turn === count - 1 ? [turn, turn + 1] : [turn];
    const lists = turns.map((one) => valuesFor([items], one, seen, isBound || seen.length > 1)[0]);
    const values = lists.filter((one) => one !== undefined);
    return values.length === 0 ? [] : [values, values.slice(0, 1)];
  }
  const ofList = (values: readonly Json[]): Json[] =>
    values.slice(turn % values.length).slice(0, 1);
  const listed = first("enum");
  if (Array.isArray(listed))
    return ofList((listed as readonly Json[]).filter((one) => one !== null));
  if (isBound) return ofList(seen);
  const least = Number(first("minimum") ?? 0);
  if (types.includes("boolean")) return [turn % 2 === 0];
  if (types.includes("integer") || types.includes("number"))
    return [least + (numbers[turn % count] ?? 0), least + turn, turn];
  if (!types.includes("string")) return [];
  const format = first("format");
  const day = `2031-0${turn + 1}-1${turn}`;
  if (format === "date") return [day];
  if (format === "date-time") return [`${day}T10:00:00Z`];
  const text = texts[turn % count] ?? "";
  return format === undefined
    ? [text, text.toLowerCase(), text.toUpperCase(), text.slice(0, 3)]
    : [];
}
