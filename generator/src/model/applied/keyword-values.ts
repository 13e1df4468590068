import {
  arrayMember,
  canonicalText,
  member,
  stringMember,
  type Json,
  type JsonObject,
} from "../../json.ts";
import { isJsonType } from "../../media-types.ts";
import { placesOf, type AppliedSchema } from "./applied-schemas.ts";

/** A keyword with its place. */
export interface Keyword<Value> {
  readonly value: Value;
  /** JSON pointer of the keyword. */
  readonly pointer: string;
  readonly schema: JsonObject;
}

/** The numbers that a keyword has in schemas. */
export function numbersOf(schemas: readonly AppliedSchema[], keyword: string): Keyword<number>[] {
  return schemas.flatMap(({ schema, pointer }) => {
    const value = member(schema, keyword);
    return typeof value === "number" ? [{ value, pointer: `${pointer}/${keyword}`, schema }] : [];
  });
}

/** The tightest of lower bounds: the greatest. */
export const greatest = (found: readonly Keyword<number>[]): Keyword<number> | undefined =>
  found.toSorted((one, other) => other.value - one.value)[0];

/** The tightest of upper bounds: the least. */
export const least = (found: readonly Keyword<number>[]): Keyword<number> | undefined =>
  found.toSorted((one, other) => one.value - other.value)[0];

/** The names of members that some schema requires. */
export function requiredNames(schemas: readonly AppliedSchema[]): Set<string> {
  const names = schemas.flatMap(({ schema }) => arrayMember(schema, "required"));
  return new Set(names.filter((name) => typeof name === "string"));
}

/** The names of members that some schema declares. */
export function declaredNames(schemas: readonly AppliedSchema[]): Set<string> {
  return new Set(schemas.flatMap(({ schema }) => Object.keys(member(schema, "properties") ?? {})));
}

/** The values that `const` and `enum` of all schemas leave; `undefined` where there is neither. */
export function givenValues(schemas: readonly AppliedSchema[]): readonly Json[] | undefined {
  let left: ReadonlyMap<string, Json> | undefined;
  for (const { schema } of schemas) {
    const constant = member(schema, "const");
    const values = member(schema, "enum");
    const lists = [constant === undefined ? undefined : [constant], values];
    for (const list of lists) {
      if (!Array.isArray(list)) continue;
      const own = new Map((list as readonly Json[]).map((one) => [canonicalText(one), one]));
      left = left === undefined ? own : new Map([...left].filter(([text]) => own.has(text)));
    }
  }
  return left && [...left.values()];
}

/** The schemas of what texts hold that are JSON (JSON Schema 2020-12 validation, section 8.5); none where texts are encoded. */
export function jsonContents(schemas: readonly AppliedSchema[]): Json[] {
  const isJson = schemas.some(({ schema }) =>
    isJsonType(stringMember(schema, "contentMediaType") ?? ""),
  );
  const isEncoded = schemas.some(({ schema }) => member(schema, "contentEncoding") !== undefined);
  return isJson && !isEncoded ? placesOf(schemas, "contentSchema").map(({ schema }) => schema) : [];
}

/** The types that all schemas allow; `undefined` where none names any. */
export function allowedTypes(schemas: readonly AppliedSchema[]): ReadonlySet<string> | undefined {
  let types: Set<string> | undefined;
  for (const { schema } of schemas) {
    const own = member(schema, "type");
    if (own === undefined) continue;
    const names = new Set([own].flat().map(String));
    if (names.has("number")) names.add("integer");
    types = types === undefined ? names : new Set([...types].filter((name) => names.has(name)));
  }
  return types;
}

/**
 * The types that values of all schemas may have, `null` last: those that they name, else those that their keywords are
 * about; `undefined` where nothing tells. A number that need not be whole counts as `number` alone.
 */
export function typesOf(schemas: readonly AppliedSchema[]): readonly string[] | undefined {
  const types = allowedTypes(schemas);
  if (types === undefined) {
    const implied = Object.keys(impliedBy).filter((type) =>
      schemas.some(({ schema }) => isAbout(schema, type)),
    );
    return implied.length > 0 ? implied : undefined;
  }
  const named = [...types].filter((type) => type !== "integer" || !types.has("number"));
  return named.toSorted((one, other) => Number(one === "null") - Number(other === "null"));
}

const impliedBy: Readonly<Record<string, readonly string[]>> = {
  object: [
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedProperties",
  ],
  array: [
    "items",
    "prefixItems",
    "contains",
    "minItems",
    "maxItems",
    "uniqueItems",
    "unevaluatedItems",
  ],
  string: ["pattern", "format", "minLength", "maxLength", "contentEncoding", "contentMediaType"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
};

function isAbout(schema: JsonObject, type: string): boolean {
  return (impliedBy[type] ?? []).some((keyword) => Object.hasOwn(schema, keyword));
}
