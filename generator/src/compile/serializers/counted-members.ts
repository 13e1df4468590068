import { isObject, member, type Json, type JsonObject } from "../../json.ts";
import { aliasOf, isSchema, referenceOf, schemaList, type Target } from "../schema-reader.ts";

const counting = ["maxProperties", "minProperties", "patternProperties", "propertyNames"];
const closing = ["additionalProperties", "unevaluatedProperties"];

/**
 * Tells whether the check of a schema looks at the names of all members that are there, so that one
 * without a value may fail it.
 */
export function countsMembers(schema: Json, target: Target): boolean {
  const all = sameValueSchemas(schema, target, new Set());
  const saying = all.filter((one) => aliasOf(one) === undefined);
  return all.some((one) => {
    if (counting.some((name) => member(one, name) !== undefined)) return true;
    // By itself a schema has rules for others than the members that it names.
    if (saying.length === 1) return false;
    return closing.some((name) => ![undefined, true].includes(member(one, name) as true));
  });
}

/** A schema, and those that speak of the same value because of it. */
function sameValueSchemas(schema: Json, target: Target, seen: Set<string>): JsonObject[] {
  if (!isObject(schema)) return [];
  const found = [schema];
  const reference = referenceOf(schema);
  if (reference !== undefined && !seen.has(reference)) {
    seen.add(reference);
    found.push(...sameValueSchemas(target(reference), target, seen));
  }
  const single = ["if", "then", "else", "not"].map((keyword) => member(schema, keyword));
  const lists = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => schemaList(schema, keyword));
  const parts = [...single.filter(isSchema), ...lists];
  return [...found, ...parts.flatMap((part) => sameValueSchemas(part, target, seen))];
}
