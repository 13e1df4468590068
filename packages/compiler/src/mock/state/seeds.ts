import type { ResourceDescriptor, SeedRecord } from "@openapi-packages/mock/description";
import type { Json, JsonObject } from "@openapi-packages/description/json/json";
import type { Operation, Parameter } from "@openapi-packages/description/model/api-model";
import type { Sampler } from "../sample/sampler.ts";
import type { DocumentedAnswer } from "../answers/mock-answer.ts";
import type { Classified } from "./classify.ts";
import { isUniqueKey, keyTypeOf } from "./record-key.ts";
import { shownRecords, type ShownRecord } from "./shown-records.ts";

/** Returns the answers of an operation, success first. Seeds use only success answers. */
export type AnswersOf = (operation: Operation) => readonly DocumentedAnswer[];

/** A record that exists from the start, and the answer that shows it. */
export interface PlannedSeed extends SeedRecord {
  readonly value: JsonObject;
  readonly shown: {
    readonly operation: Operation;
    /** The index of the answer among those of the operation. */
    readonly answer: number;
    /** Its JSON pointer in the answer's body. */
    readonly at: string;
  };
  /** Its key, if the answer does not show it. */
  readonly key?: string | number;
}

/** What seeds are made from. */
export interface SeedSources {
  readonly answersOf: AnswersOf;
  readonly sampler: Sampler;
  /** Returns another resource, whose records a path may go through. */
  readonly resource: (name: string) => SeededResource | undefined;
}

/** The parts of a resource that its seeds are made from. */
export interface SeededResource {
  readonly descriptor: Pick<ResourceDescriptor, "key" | "keyParameter">;
  readonly operations: readonly Classified[];
}

/**
 * Returns the records in list answers, in their order, then those in read answers. Each record occurs
 * once, in its fullest form, with the path parameters of all places that show it. Values made from
 * schemas count only if there is no example. If no record shows its key, the first gets a key that its
 * path accepts, so that one record can always be read.
 */
export function seedsOf(resource: SeededResource, sources: SeedSources): PlannedSeed[] {
  const { key, keyParameter } = resource.descriptor;
  const all = [...shownBy(resource, sources)];
  const examples = all.filter(({ isExample }) => isExample);
  const seeds = new Map<string, PlannedSeed>();
  for (const { classified, value, answer, at } of examples.length > 0 ? examples : all) {
    const own = key === undefined ? undefined : keyParameter;
    const shown = { operation: classified.view.operation, answer, at };
    const seed = { scope: scopeOf(classified, value, own, sources), value, shown };
    const identity = identityOf(seed, key);
    const known = seeds.get(identity);
    seeds.set(identity, known === undefined ? seed : merged(known, seed));
  }
  const found = [...seeds.values()];
  if (key === undefined || found.some(({ value }) => value[key] !== undefined)) return found;
  const own = keyOf(key, resource, sources);
  return found.map((seed, index) =>
    index > 0 || own === undefined
      ? seed
      : { ...seed, value: { ...seed.value, [key]: own }, key: own },
  );
}

/** Returns a key that the path of one record accepts, of the type of the record's key. */
function keyOf(
  key: string,
  { operations }: SeededResource,
  { sampler }: SeedSources,
): string | number | undefined {
  for (const { view, operation, draft } of operations) {
    const { parameter = "", member } = operation.path.at(-1) ?? {};
    if (member !== key || operation.kind === "list") continue;
    const text = parameterText(view.operation, parameter, sampler);
    if (text === undefined) continue;
    if (keyTypeOf(draft.keyShape) !== "integer") return text;
    // A path may take any text where records have a number.
    const { schema } = pathParameter(view.operation, parameter) ?? {};
    const number = [text, "1"].find((one) => isInteger(one) && accepts(sampler, schema, one));
    if (number !== undefined) return Number(number);
  }
  return undefined;
}

const isInteger = (text: string): boolean => Number.isSafeInteger(Number(text));

/** True if the schema of a path parameter accepts the digits of an integer, as text or as a number. */
function accepts(
  sampler: Sampler,
  schema: Parameter["schema"] | undefined,
  digits: string,
): boolean {
  return [digits, Number(digits)].some((one) => sampler.holds(schema?.json ?? true, one));
}

interface AnsweredRecord extends ShownRecord {
  readonly classified: Classified;
  /** The index of the answer among those of the operation. */
  readonly answer: number;
  /** True if the value is the description's example, and not made from the schema. */
  readonly isExample: boolean;
}

/**
 * Yields the records in a resource's list answers, then those in its read answers. Answers are made on
 * demand.
 */
function* shownBy({ operations }: SeededResource, { answersOf }: SeedSources) {
  const isRead = ({ operation }: Classified): boolean => operation.kind === "read";
  for (const one of operations.toSorted((a, b) => Number(isRead(a)) - Number(isRead(b))))
    yield* recordsOf(one, answersOf);
}

function recordsOf(classified: Classified, answersOf: AnswersOf): AnsweredRecord[] {
  const { view, operation } = classified;
  if (operation.kind !== "list" && operation.kind !== "read") return [];
  const answers = answersOf(view.operation);
  const first = answers[0]?.answer.contentType;
  return answers.flatMap(({ answer: { status, body, isExample, contentType } }, answer) => {
    if (status >= 300 || body?.kind !== "value") return [];
    // A value made for another media type is the same record in another form.
    if (!isExample && contentType !== first) return [];
    const records = shownRecords(operation, body.value);
    return records.map((shown) => ({ ...shown, classified, answer, isExample }));
  });
}

function identityOf({ scope, value }: SeedRecord, key: string | undefined): string {
  const own = key === undefined ? undefined : value[key];
  if (own === undefined) return JSON.stringify(scope);
  return isUniqueKey(key) ? String(own) : JSON.stringify([own, scope]);
}

function merged(known: PlannedSeed, other: PlannedSeed): PlannedSeed {
  const count = ({ value }: PlannedSeed): number => Object.keys(value).length;
  const fuller = count(other) > count(known) ? other : known;
  return { ...fuller, scope: { ...other.scope, ...known.scope } };
}

/** Returns the path parameters of the place where a record is shown, except its own key. */
function scopeOf(
  { view: { operation }, operation: { path, kind, resource: own } }: Classified,
  value: JsonObject,
  keyParameter: string | undefined,
  sources: SeedSources,
): Record<string, string> {
  const entries = path.flatMap(({ parameter, resource, member }, index): [string, string][] => {
    const isKey = kind === "read" && index === path.length - 1 && keyParameter !== undefined;
    if (isKey) return [];
    const declared = pathParameter(operation, parameter);
    const text =
      textOf(member === undefined ? undefined : value[member]) ??
      textOf(declared?.example) ??
      (resource === undefined || resource === own ? undefined : firstKey(resource, sources)) ??
      parameterText(operation, parameter, sources.sampler);
    return text === undefined ? [] : [[parameter, text]];
  });
  return Object.fromEntries(entries);
}

function pathParameter({ parameters }: Operation, name: string): Parameter | undefined {
  return parameters.find((one) => one.in === "path" && one.name === name);
}

/** Returns a value of a path parameter: its example, or else one made from its schema. */
function parameterText(operation: Operation, name: string, sampler: Sampler): string | undefined {
  const declared = pathParameter(operation, name);
  const context = { seed: `${operation.id} ${name}`, name, detail: 1, variant: 0 };
  return (
    textOf(declared?.example) ?? textOf(sampler.sample(declared?.schema.json ?? true, context))
  );
}

/** Returns the key of another resource's first record, without making all of its records. */
function firstKey(name: string, sources: SeedSources): string | undefined {
  const resource = sources.resource(name);
  const key = resource?.descriptor.key;
  if (resource === undefined || key === undefined) return undefined;
  let made: string | undefined;
  for (const { value, isExample } of shownBy(resource, sources)) {
    const text = textOf(value[key]);
    if (isExample && text !== undefined) return text;
    made ??= text;
  }
  return made ?? textOf(keyOf(key, resource, sources));
}

function textOf(value: Json | undefined): string | undefined {
  const isText = typeof value === "string" || typeof value === "number";
  return isText && value !== "" ? String(value) : undefined;
}
