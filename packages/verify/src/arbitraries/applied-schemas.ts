import {
  isObject,
  matchesText,
  member,
  valueAt,
  type Description,
  type Json,
  type JsonObject,
  type SchemaPlace,
} from "openapi-packages/description";

/** A schema that speaks of a value, and its place in the description's document. */
export interface AppliedSchema {
  readonly schema: JsonObject;
  readonly pointer: string;
}

const escaped = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

/**
 * The schemas that a value has to conform to all at once: references followed, `allOf` taken apart, and of alternatives
 * (`anyOf`, `oneOf`, `if`) those that hold.
 *
 * @param value left out: alternatives do not count
 */
export function appliedSchemas(
  description: Description,
  places: readonly SchemaPlace[],
  value?: Json,
): AppliedSchema[] {
  const found = new Map<string, AppliedSchema>();
  const add = (schema: Json | undefined, pointer: string): void => {
    if (!isObject(schema) || found.has(pointer)) return;
    found.set(pointer, { schema, pointer });
    const target = targetOf(schema);
    if (target !== undefined) add(valueAt(description.model.document, target), target);
    for (const [index, part] of list(schema, "allOf").entries())
      add(part, `${pointer}/allOf/${index}`);
    if (value === undefined) return;
    const addHolding = (one: Json | undefined, at: string): void => {
      if (one !== undefined && description.holds(one, value)) add(one, at);
    };
    for (const keyword of ["anyOf", "oneOf"])
      for (const [index, branch] of list(schema, keyword).entries())
        addHolding(branch, `${pointer}/${keyword}/${index}`);
    const condition = member(schema, "if");
    if (condition === undefined) return;
    const branch = description.holds(condition, value) ? "then" : "else";
    addHolding(member(schema, branch), `${pointer}/${branch}`);
  };
  for (const { schema, pointer } of places) add(schema, pointer);
  return [...found.values()];
}

/** The pointer that a schema's reference is; `undefined` where it has none. */
export function targetOf(schema: JsonObject): string | undefined {
  const reference = member(schema, "$ref");
  if (typeof reference !== "string" || !reference.startsWith("#/")) return undefined;
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return reference.slice(1);
  }
}

/** The schemas that a keyword lists. */
export function list(schema: JsonObject, keyword: string): readonly Json[] {
  const found = member(schema, keyword);
  return Array.isArray(found) ? (found as readonly Json[]) : [];
}

/** What schemas say of a member: `properties`, `patternProperties`, else `additionalProperties`. */
export function memberPlaces(schemas: readonly AppliedSchema[], name: string): SchemaPlace[] {
  return schemas.flatMap(({ schema, pointer }) => {
    const own = member(member(schema, "properties"), name);
    const found: SchemaPlace[] =
      own === undefined ? [] : [{ schema: own, pointer: `${pointer}/properties/${escaped(name)}` }];
    for (const [pattern, one] of Object.entries(member(schema, "patternProperties") ?? {}))
      if (matchesText(pattern, name) === true)
        found.push({
          schema: one as Json,
          pointer: `${pointer}/patternProperties/${escaped(pattern)}`,
        });
    const rest = member(schema, "additionalProperties");
    if (found.length > 0 || rest === undefined) return found;
    return [{ schema: rest, pointer: `${pointer}/additionalProperties` }];
  });
}

/** What schemas say of an item of a list. */
export function itemPlaces(schemas: readonly AppliedSchema[], index: number): SchemaPlace[] {
  return schemas.flatMap(({ schema, pointer }) => {
    const prefix = list(schema, "prefixItems")[index];
    if (prefix !== undefined)
      return [{ schema: prefix, pointer: `${pointer}/prefixItems/${index}` }];
    const items = member(schema, "items");
    return items === undefined ? [] : [{ schema: items, pointer: `${pointer}/items` }];
  });
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
