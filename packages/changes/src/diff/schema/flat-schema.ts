import { canonicalText, type Json } from "@openapi-packages/description/json/json";
import type { Discriminator } from "@openapi-packages/description/model/unions/discriminator";
import type { SchemaPlace } from "@openapi-packages/description/model/api-model";

/** A schema merged with everything that it refers to and lists in `allOf`. */
export interface FlatSchema {
  /** The JSON pointer of the schema itself; for a schema that is only a reference, that of its target. */
  readonly pointer: string;
  /** The names of the schemas that were merged, the outermost one first. */
  readonly names: readonly string[];
  /** The types that it allows beside `null`; `undefined` means any. */
  readonly types: ReadonlySet<string> | undefined;
  readonly isNullable: boolean;
  /** The values that it allows beside `null`, by their canonical texts; `undefined` means any. */
  readonly values: ReadonlyMap<string, Json> | undefined;
  /** The schemas of each property, which all apply at once. */
  readonly properties: ReadonlyMap<string, readonly SchemaPlace[]>;
  readonly required: ReadonlySet<string>;
  /** The schemas of properties that are not named; `undefined` if nothing is declared, `false` if they are not allowed. */
  readonly additional: readonly SchemaPlace[] | false | undefined;
  readonly items: readonly SchemaPlace[];
  readonly prefixItems: readonly SchemaPlace[];
  /** The narrowest bounds by their keywords. */
  readonly bounds: ReadonlyMap<string, Bound>;
  readonly patterns: ReadonlySet<string>;
  readonly formats: ReadonlySet<string>;
  readonly multiples: ReadonlySet<number>;
  readonly isUnique: boolean;
  /** The alternatives of each `oneOf` and `anyOf` that has several. */
  readonly unions: readonly (readonly SchemaPlace[])[];
  readonly discriminator: Discriminator | undefined;
  readonly default: Json | undefined;
  readonly isDeprecated: boolean;
  /** Other keywords that restrict values, such as `not` and `if`. */
  readonly conditions: ReadonlyMap<string, readonly SchemaPlace[]>;
}

/** A bound of numbers, lengths or counts. */
export interface Bound {
  readonly value: number;
  /** True if the value itself is not allowed. */
  readonly isExclusive: boolean;
}

/** The keywords of bounds, and whether each is an upper bound. */
export const boundKeywords: ReadonlyMap<string, { readonly isUpper: boolean }> = new Map(
  ["minimum", "minLength", "minItems", "minProperties"]
    .map((keyword): [string, { isUpper: boolean }] => [keyword, { isUpper: false }])
    .concat(
      ["maximum", "maxLength", "maxItems", "maxProperties"].map((keyword) => [
        keyword,
        { isUpper: true },
      ]),
    ),
);

/** Compares two bounds of a keyword: 1 if the first one allows less, -1 if it allows more, 0 if both are equal. */
export function narrowness(
  keyword: string,
  one: Bound | undefined,
  other: Bound | undefined,
): number {
  if (one === undefined || other === undefined)
    return one === other ? 0 : one === undefined ? -1 : 1;
  if (one.value === other.value) return Number(one.isExclusive) - Number(other.isExclusive);
  const isUpper = boundKeywords.get(keyword)?.isUpper === true;
  return one.value < other.value === isUpper ? 1 : -1;
}

/** The types that both sets allow, where an integer is also a number. */
export function commonTypes(
  one: ReadonlySet<string> | undefined,
  other: ReadonlySet<string> | undefined,
): ReadonlySet<string> | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const isIn = (type: string, types: ReadonlySet<string>): boolean =>
    types.has(type) || (type === "integer" && types.has("number"));
  return new Set([
    ...[...one].filter((type) => isIn(type, other)),
    ...[...other].filter((type) => isIn(type, one)),
  ]);
}

/** The JSON type of a value; `integer` for a whole number. */
export function jsonType(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

/** Maps the canonical texts of values to the values. */
export function valueMap(values: readonly Json[]): Map<string, Json> {
  return new Map(values.map((value) => [canonicalText(value), value]));
}

/** Merges two schemas into one that allows what both allow. */
export function mergedFlat(one: FlatSchema, other: FlatSchema): FlatSchema {
  return {
    pointer: one.pointer,
    names: [...new Set([...one.names, ...other.names])],
    types: commonTypes(one.types, other.types),
    isNullable: one.isNullable && other.isNullable,
    values: commonValues(one.values, other.values),
    properties: mergedProperties(one.properties, other.properties),
    required: new Set([...one.required, ...other.required]),
    additional:
      one.additional === false || other.additional === false
        ? false
        : one.additional === undefined || other.additional === undefined
          ? (one.additional ?? other.additional)
          : [...one.additional, ...other.additional],
    items: [...one.items, ...other.items],
    prefixItems: [...one.prefixItems, ...other.prefixItems],
    bounds: mergedBounds(one.bounds, other.bounds),
    patterns: new Set([...one.patterns, ...other.patterns]),
    formats: new Set([...one.formats, ...other.formats]),
    multiples: new Set([...one.multiples, ...other.multiples]),
    isUnique: one.isUnique || other.isUnique,
    unions: [...one.unions, ...other.unions],
    discriminator: one.discriminator ?? other.discriminator,
    default: one.default === undefined ? other.default : one.default,
    isDeprecated: one.isDeprecated || other.isDeprecated,
    conditions: mergedProperties(one.conditions, other.conditions),
  };
}

function commonValues(
  one: ReadonlyMap<string, Json> | undefined,
  other: ReadonlyMap<string, Json> | undefined,
): ReadonlyMap<string, Json> | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return new Map([...one].filter(([key]) => other.has(key)));
}

function mergedProperties(
  one: ReadonlyMap<string, readonly SchemaPlace[]>,
  other: ReadonlyMap<string, readonly SchemaPlace[]>,
): Map<string, readonly SchemaPlace[]> {
  const merged = new Map(one);
  for (const [name, places] of other) merged.set(name, [...(merged.get(name) ?? []), ...places]);
  return merged;
}

function mergedBounds(
  one: ReadonlyMap<string, Bound>,
  other: ReadonlyMap<string, Bound>,
): Map<string, Bound> {
  const merged = new Map(one);
  for (const [keyword, bound] of other)
    if (narrowness(keyword, bound, merged.get(keyword)) > 0) merged.set(keyword, bound);
  return merged;
}
