import {
  arrayMember,
  isObject,
  member,
  type Json,
  type JsonObject,
} from "@openapi-packages/description/json/json";
import {
  memberPlaces,
  placesOf,
  type AppliedSchema,
} from "@openapi-packages/description/model/applied/applied-schemas";
import {
  declaredNames,
  greatest,
  least,
  numbersOf,
  requiredNames,
} from "@openapi-packages/description/model/applied/keyword-values";
import type { PatternTexts } from "./pattern-text.ts";
import { memberContext, type SampleContext } from "./sample-context.ts";

/** The functions of the sampler that make objects and lists. */
export interface Samples {
  readonly patterns: PatternTexts;
  /** Makes a value that satisfies all schemas at once; `undefined` if none is found. */
  valueOf(schemas: readonly Json[], context: SampleContext): Json | undefined;
  holds(schema: Json, value: Json): boolean;
  /** True if the sampled variant leaves a member out, as a request leaves out `readOnly` members. */
  isAbsent(schemas: readonly Json[]): boolean;
}

/** The most members that are added to reach `minProperties`. */
const mostExtras = 200;

/** Which optional members an object gets: all, some if it would be empty otherwise, or none. */
export type Completeness = "all" | "some" | "none";

/** Makes an object that may satisfy all schemas; `undefined` if a required member has no value. */
export function sampleObject(
  samples: Samples,
  applied: readonly AppliedSchema[],
  context: SampleContext,
  completeness: Completeness,
): JsonObject | undefined {
  const isFull = completeness === "all";
  const required = neededNames(applied);
  const value: JsonObject = {};
  const names = new Set([...declaredNames(applied), ...required]);
  const schemasOf = memberIndex(applied);
  const most = least(numbersOf(applied, "maxProperties"))?.value ?? Infinity;
  let optionals = most - required.size;
  for (const name of names) {
    if (!required.has(name) && (!isFull || optionals <= 0)) continue;
    const schemas = schemasOf(name);
    if (
      !required.has(name) &&
      (samples.isAbsent(schemas) || !isNameAllowed(samples, applied, name))
    )
      continue;
    const one = samples.valueOf(schemas, memberContext(context, name));
    if (one === undefined && required.has(name)) return undefined;
    if (one === undefined) continue;
    if (!required.has(name)) optionals -= 1;
    setMember(value, name, one);
  }
  if (completeness === "some" && required.size === 0) addScalars(samples, applied, context, value);
  addExtras(samples, applied, context, value, isFull);
  nameKinds(value, schemasOf);
  return value;
}

/**
 * Sets a choice to the name of the only member of an object beside it: `type` becomes `s3` beside
 * `config: { s3: … }`.
 */
function nameKinds(value: JsonObject, schemasOf: (name: string) => readonly Json[]): void {
  const kinds = Object.values(value).flatMap((one) => (isObject(one) ? [Object.keys(one)] : []));
  for (const [kind, ...others] of kinds) {
    if (kind === undefined || others.length > 0) continue;
    for (const [name, said] of Object.entries(value)) {
      const enums = schemasOf(name).flatMap((schema) => [arrayMember(schema, "enum")]);
      const isChoice = enums.some((one) => one.includes(kind) && one.includes(said));
      const all = enums.filter((one) => one.length > 0);
      if (isChoice && all.every((one) => one.includes(kind))) setMember(value, name, kind);
    }
  }
}

/** How many optional members are added to an object that would be empty. */
const mostScalars = 2;

const scalarTypes: readonly unknown[] = ["string", "number", "integer", "boolean"];

/** Adds a few scalar members to an object that would be empty, so that it shows something. */
function addScalars(
  samples: Samples,
  applied: readonly AppliedSchema[],
  context: SampleContext,
  value: JsonObject,
): void {
  const most = least(numbersOf(applied, "maxProperties"))?.value ?? Infinity;
  for (const name of declaredNames(applied)) {
    if (Object.keys(value).length >= Math.min(mostScalars, most)) return;
    const schemas = memberPlaces(applied, name).map(({ json: schema }) => schema);
    const isScalar = schemas.every((schema) => scalarTypes.includes(member(schema, "type")));
    if (!isScalar || samples.isAbsent(schemas) || !isNameAllowed(samples, applied, name)) continue;
    const one = samples.valueOf(schemas, memberContext(context, name));
    if (one !== undefined) setMember(value, name, one);
  }
}

/**
 * Returns the required members, and those that they require in turn (JSON Schema 2020-12 validation,
 * sections 6.5.3 and 6.5.4).
 */
function neededNames(applied: readonly AppliedSchema[]): Set<string> {
  const needed = requiredNames(applied);
  // Iterating over a set includes the names that are added on the way.
  for (const name of needed)
    for (const { json: schema } of applied)
      for (const other of arrayMember(member(schema, "dependentRequired"), name))
        needed.add(String(other));
  return needed;
}

function isNameAllowed(samples: Samples, applied: readonly AppliedSchema[], name: string): boolean {
  return placesOf(applied, "propertyNames").every(({ json: schema }) =>
    samples.holds(schema, name),
  );
}

/**
 * Returns a function that finds the schemas of a member by its name. Schemas are indexed by the names
 * they declare, so that a name is looked up only in the schemas that can describe it.
 */
function memberIndex(applied: readonly AppliedSchema[]): (name: string) => readonly Json[] {
  const open = applied.filter(({ json: schema }) => isOpenToNames(schema));
  const named = new Map<string, AppliedSchema[]>();
  for (const one of applied) {
    if (isOpenToNames(one.json)) continue;
    for (const name of Object.keys(member(one.json, "properties") ?? {})) {
      const own = named.get(name);
      if (own === undefined) named.set(name, [one]);
      else own.push(one);
    }
  }
  const places = new Map(applied.map((one, index) => [one, index]));
  return (name) => {
    const speaking = [...(named.get(name) ?? []), ...open].toSorted(
      (one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0),
    );
    return memberPlaces(speaking, name).map(({ json: schema }) => schema);
  };
}

const openKeywords = ["patternProperties", "additionalProperties", "unevaluatedProperties"];

/** True if a schema also describes members that it does not name. */
const isOpenToNames = (schema: JsonObject): boolean =>
  openKeywords.some((keyword) => member(schema, keyword) !== undefined);

/**
 * Adds members until `minProperties` is reached, and one member to an empty map, to show what it
 * contains.
 */
function addExtras(
  samples: Samples,
  applied: readonly AppliedSchema[],
  context: SampleContext,
  value: JsonObject,
  isFull: boolean,
): void {
  const fewest = greatest(numbersOf(applied, "minProperties"))?.value ?? 0;
  const shown = isFull && Object.keys(value).length === 0 && applied.some(isMap) ? 1 : 0;
  const wanted = Math.min(Math.max(fewest, shown), mostExtras);
  if (Object.keys(value).length >= wanted) return;
  for (const name of extraNames(samples, applied, context, wanted)) {
    if (Object.keys(value).length >= wanted) return;
    if (Object.hasOwn(value, name) || !isNameAllowed(samples, applied, name)) continue;
    const schemas = memberPlaces(applied, name).map(({ json: schema }) => schema);
    const one = samples.valueOf(schemas, memberContext(context, name));
    if (one !== undefined) setMember(value, name, one);
  }
}

/** True if a schema describes its members by `additionalProperties` or `patternProperties`, not by name. */
function isMap({ json: schema }: AppliedSchema): boolean {
  const rest = member(schema, "additionalProperties") ?? member(schema, "unevaluatedProperties");
  const patterns = member(schema, "patternProperties");
  const hasSchema = isObject(rest) && Object.keys(rest).length > 0;
  return hasSchema || (isObject(patterns) && Object.keys(patterns).length > 0);
}

function* extraNames(
  samples: Samples,
  applied: readonly AppliedSchema[],
  context: SampleContext,
  wanted: number,
): Generator<string> {
  for (const { json: schema } of applied) {
    yield* Object.keys(member(schema, "properties") ?? {});
    for (const pattern of Object.keys(member(schema, "patternProperties") ?? {}))
      yield* samples.patterns.texts(pattern, context.seed);
  }
  const names = placesOf(applied, "propertyNames").map(({ json: schema }) => schema);
  if (names.length === 0) yield "key";
  for (let variant = 0; variant < wanted * 2; variant += 1) {
    const name = samples.valueOf(["string", ...names].map(typed), {
      ...context,
      name: "key",
      variant,
      parts: undefined,
    });
    if (typeof name === "string") yield name;
    yield `key${variant + 1}`;
  }
}

const typed = (schema: Json): Json => (typeof schema === "string" ? { type: schema } : schema);

/** Sets an own property, also for the name `__proto__`. */
function setMember(object: JsonObject, name: string, value: Json): void {
  Object.defineProperty(object, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
