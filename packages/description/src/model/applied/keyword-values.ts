import {
  arrayMember,
  canonicalText,
  member,
  stringMember,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import { isJsonType } from "../../http/media-types.ts";
import { placesOf, type AppliedSchema } from "./applied-schemas.ts";

/** The value of a keyword and its place. */
export interface Keyword<Value> {
  readonly value: Value;
  /** The JSON pointer of the keyword. */
  readonly pointer: string;
  readonly json: JsonObject;
}

/** Returns the numbers that a keyword has in the schemas. */
export function numbersOf(schemas: readonly AppliedSchema[], keyword: string): Keyword<number>[] {
  return schemas.flatMap(({ json, pointer }) => {
    const value = member(json, keyword);
    return typeof value === "number" ? [{ value, pointer: `${pointer}/${keyword}`, json }] : [];
  });
}

/** Returns the tightest of several lower bounds: the greatest. */
export const greatest = (found: readonly Keyword<number>[]): Keyword<number> | undefined =>
  found.toSorted((one, other) => other.value - one.value)[0];

/** Returns the tightest of several upper bounds: the least. */
export const least = (found: readonly Keyword<number>[]): Keyword<number> | undefined =>
  found.toSorted((one, other) => one.value - other.value)[0];

/** Returns the names of members that at least one schema requires. */
export function requiredNames(schemas: readonly AppliedSchema[]): Set<string> {
  const names = schemas.flatMap(({ json: schema }) => arrayMember(schema, "required"));
  return new Set(names.filter((name) => typeof name === "string"));
}

/** Returns the names of members that at least one schema declares. */
export function declaredNames(schemas: readonly AppliedSchema[]): Set<string> {
  return new Set(
    schemas.flatMap(({ json: schema }) => Object.keys(member(schema, "properties") ?? {})),
  );
}

/**
 * Returns the values that the `const` and `enum` keywords of all schemas allow; `undefined` if no
 * schema has either.
 */
export function givenValues(schemas: readonly AppliedSchema[]): readonly Json[] | undefined {
  let left: ReadonlyMap<string, Json> | undefined;
  for (const { json: schema } of schemas) {
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

/**
 * Returns the schemas for the content of texts that hold JSON (JSON Schema 2020-12 validation,
 * section 8.5); none if the texts are encoded.
 */
export function jsonContents(schemas: readonly AppliedSchema[]): Json[] {
  const isJson = schemas.some(({ json: schema }) =>
    isJsonType(stringMember(schema, "contentMediaType") ?? ""),
  );
  const isEncoded = schemas.some(
    ({ json: schema }) => member(schema, "contentEncoding") !== undefined,
  );
  return isJson && !isEncoded
    ? placesOf(schemas, "contentSchema").map(({ json: schema }) => schema)
    : [];
}

/** Returns the types that all schemas allow; `undefined` if no schema has `type`. */
export function allowedTypes(schemas: readonly AppliedSchema[]): ReadonlySet<string> | undefined {
  let types: Set<string> | undefined;
  for (const { json: schema } of schemas) {
    const own = member(schema, "type");
    if (own === undefined) continue;
    const names = new Set([own].flat().map(String));
    if (names.has("number")) names.add("integer");
    types = types === undefined ? names : new Set([...types].filter((name) => names.has(name)));
  }
  return types;
}

/**
 * Returns the types that values may have, `null` last. Without `type`, the keywords decide:
 * `minLength` means `string`. `undefined` if neither says anything. `number` includes `integer`.
 */
export function typesOf(schemas: readonly AppliedSchema[]): readonly string[] | undefined {
  const types = allowedTypes(schemas);
  if (types === undefined) {
    const implied = Object.keys(impliedBy).filter((type) =>
      schemas.some(({ json: schema }) => isAbout(schema, type)),
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
