import {
  arrayMember,
  isObject,
  member,
  objectMember,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import { discriminatorOf } from "./discriminator.ts";
import type { TraitReader } from "./trait-reader.ts";
import { allKinds, areApart, type TagValue, type Traits } from "./traits.ts";

/** A member whose value distinguishes the objects of a union. */
export interface UnionTag {
  readonly property: string;
  /** True if it is the property of the discriminator. */
  readonly isDeclared: boolean;
  /**
   * The values that select each alternative; empty for an alternative without objects and for the
   * fallback.
   */
  readonly values: readonly (readonly TagValue[])[];
  /** The index of the alternative for all other values (OpenAPI 3.2, `defaultMapping`). */
  readonly fallback: number | undefined;
}

/**
 * How the alternatives of a union are distinguished: by the kinds of their values, or by members
 * with known values.
 */
export interface UnionChoice {
  /** The traits of each alternative. */
  readonly traits: readonly Traits[];
  /** The one member that distinguishes all objects. */
  readonly tag: UnionTag | undefined;
}

/** Up to this many alternatives are compared in pairs. */
const fewAlternatives = 60;

/**
 * Returns how to choose between alternatives that exclude each other; `undefined` if a value may
 * conform to two of them.
 */
export function unionChoice(
  schema: JsonObject,
  keyword: "anyOf" | "oneOf",
  reader: TraitReader,
): UnionChoice | undefined {
  const traits = traitsIn(schema, keyword, reader);
  // A schema without constraints may accept values that are not JSON, such as functions.
  if (traits.some(({ kinds }) => kinds.size === allKinds.size)) return undefined;
  const kinds = traits.flatMap((one) => [...one.kinds].filter((kind) => kind !== "object"));
  const isMixed = traits.some((one) => one.kinds.has("object") && one.kinds.size > 1);
  const tag = unionTag(schema, keyword, reader);
  if (tag !== undefined && !isMixed && new Set(kinds).size === kinds.length) return { traits, tag };
  if (traits.length > fewAlternatives) return undefined;
  const isChoice = traits.every((one, index) =>
    traits.slice(index + 1).every((other) => areApart(one, other)),
  );
  return isChoice ? { traits, tag: undefined } : undefined;
}

/**
 * Returns the member that distinguishes the objects of a schema's alternatives; `undefined` if
 * there is none.
 */
export function unionTag(
  schema: JsonObject,
  keyword: "anyOf" | "oneOf",
  reader: TraitReader,
): UnionTag | undefined {
  const declared = discriminatorOf(schema)?.property;
  const alternatives = arrayMember(schema, keyword);
  const fallback = declared === undefined ? undefined : fallbackOf(alternatives, declared);
  return commonTag(traitsIn(schema, keyword, reader), declared, fallback);
}

const traitsIn = (schema: JsonObject, keyword: string, reader: TraitReader): Traits[] =>
  arrayMember(schema, keyword).map((alternative) => reader.of(alternative));

/**
 * Returns the first member that distinguishes all objects; the discriminator's property is tried
 * first.
 */
export function commonTag(
  traits: readonly Traits[],
  declared: string | undefined,
  fallback?: UnionFallback,
): UnionTag | undefined {
  const objects = traits.filter(
    ({ kinds }, index) => kinds.has("object") && index !== fallback?.index,
  );
  if (objects.length < (declared === undefined ? 2 : 1)) return undefined;
  const properties = new Set([
    ...(declared === undefined ? [] : [declared]),
    ...(fallback === undefined ? (objects[0]?.tags.keys() ?? []) : []),
  ]);
  for (const property of properties) {
    const values = distinctValues(objects, property);
    const isMissed = (value: TagValue): boolean => fallback?.refused.includes(value) === false;
    if (values === undefined || values.flat().some(isMissed)) continue;
    const of = new Map(objects.map((one, index) => [one, values[index] ?? []]));
    return {
      property,
      isDeclared: property === declared,
      values: traits.map((one) => of.get(one) ?? []),
      fallback: fallback?.index,
    };
  }
  return undefined;
}

/**
 * Returns the values of a member in each alternative; `undefined` if they do not distinguish the
 * alternatives.
 */
function distinctValues(
  objects: readonly Traits[],
  property: string,
): (readonly TagValue[])[] | undefined {
  const values = objects.flatMap(({ tags }) => {
    const own = tags.get(property);
    return own === undefined ? [] : [own];
  });
  const all = values.flat();
  return values.length === objects.length && new Set(all).size === all.length ? values : undefined;
}

/** The alternative for values that select no other one. */
export interface UnionFallback {
  readonly index: number;
  /** The values of the discriminator's property that this alternative rejects. */
  readonly refused: readonly Json[];
}

/**
 * Finds the alternative that rejects values of the discriminator's property: those that select the
 * others.
 */
export function fallbackOf(
  alternatives: readonly Json[],
  property: string,
): UnionFallback | undefined {
  const all = alternatives.map((one) => refusedValues(one, property));
  const index = all.findIndex((values) => values.length > 0);
  return index === -1 ? undefined : { index, refused: all[index] ?? [] };
}

/**
 * Returns the values of a member that the `not` of a schema rejects, if it rejects nothing else.
 */
function refusedValues(schema: Json, property: string): readonly Json[] {
  const not = member(schema, "not");
  const properties = objectMember(not, "properties");
  const names = Object.keys(properties ?? {});
  if (!isObject(not ?? null) || names.length !== 1 || names[0] !== property) return [];
  const isRequired = arrayMember(not, "required").includes(property);
  return isRequired ? arrayMember(objectMember(properties, property), "enum") : [];
}
