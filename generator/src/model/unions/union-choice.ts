import {
  arrayMember,
  isObject,
  member,
  objectMember,
  type Json,
  type JsonObject,
} from "../../json.ts";
import { discriminatorOf } from "./discriminator.ts";
import type { TraitReader } from "./trait-reader.ts";
import { allKinds, areApart, type TagValue, type Traits } from "./traits.ts";

/** A member that tells the objects of a union apart. */
export interface UnionTag {
  readonly property: string;
  /** True if it is the property of the discriminator. */
  readonly isDeclared: boolean;
  /** The values that choose each alternative; none for one without objects, and for that of all other values. */
  readonly values: readonly (readonly TagValue[])[];
  /** The place of the alternative of all other values (OpenAPI 3.2, `defaultMapping`). */
  readonly fallback: number | undefined;
}

/** How the alternatives of a union are told apart: by the kinds of values, and by members that have given values. */
export interface UnionChoice {
  /** The traits of each alternative. */
  readonly traits: readonly Traits[];
  /** The one member that tells all objects apart. */
  readonly tag: UnionTag | undefined;
}

/** Each alternative is compared with each other up to this many. */
const fewAlternatives = 60;

/** The choice between the alternatives of a schema, of which no value has two; `undefined` where a value may. */
export function unionChoice(
  schema: JsonObject,
  keyword: "anyOf" | "oneOf",
  reader: TraitReader,
): UnionChoice | undefined {
  const traits = traitsIn(schema, keyword, reader);
  // What is of no kind of JSON, such as a function, may still conform to a schema of everything.
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

/** The member that tells the objects of a schema's alternatives apart; `undefined` where none does. */
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

/** The first member that tells all objects apart, that of a discriminator before others. */
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

/** The values of one member in alternatives that have objects; `undefined` where they do not tell them apart. */
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

/** The alternative of all values that choose no other one. */
export interface UnionFallback {
  readonly index: number;
  /** The values of the discriminator's property that it refuses. */
  readonly refused: readonly Json[];
}

/** The alternative that refuses values of the discriminator's property, which are those of the others. */
export function fallbackOf(
  alternatives: readonly Json[],
  property: string,
): UnionFallback | undefined {
  const all = alternatives.map((one) => refusedValues(one, property));
  const index = all.findIndex((values) => values.length > 0);
  return index === -1 ? undefined : { index, refused: all[index] ?? [] };
}

/** The values of a member, all that a schema's `not` is about. */
function refusedValues(schema: Json, property: string): readonly Json[] {
  const not = member(schema, "not");
  const properties = objectMember(not, "properties");
  const names = Object.keys(properties ?? {});
  if (!isObject(not ?? null) || names.length !== 1 || names[0] !== property) return [];
  const isRequired = arrayMember(not, "required").includes(property);
  return isRequired ? arrayMember(objectMember(properties, property), "enum") : [];
}
