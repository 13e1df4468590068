import { isObject, member, stringMember, type Json, type JsonObject } from "../../json.ts";
import { isSchema, schemaList } from "../validators/subschemas.ts";
import type { Target } from "./kept-parts.ts";

const counting = ["maxProperties", "minProperties", "patternProperties", "propertyNames"];
const closing = ["additionalProperties", "unevaluatedProperties"];

/**
 * Whether a check of a schema looks at the names of all members that are there, and may trip over one
 * that has no value.
 */
export function countsMembers(schema: Json, target: Target): boolean {
  const all = sameValueSchemas(schema, target, new Set());
  const saying = all.filter((one) => !isAlias(one));
  return all.some((one) => {
    if (counting.some((name) => member(one, name) !== undefined)) return true;
    // By itself a schema has rules for others than the members that it names.
    if (saying.length === 1) return false;
    return closing.some((name) => ![undefined, true].includes(member(one, name) as true));
  });
}

const isAlias = (schema: JsonObject): boolean =>
  Object.keys(schema).length === 1 && schema["$ref"] !== undefined;

/** A schema, and those that speak of the same value because of it. */
function sameValueSchemas(schema: Json, target: Target, seen: Set<string>): JsonObject[] {
  if (!isObject(schema)) return [];
  const found = [schema];
  const reference = stringMember(schema, "$ref");
  if (reference !== undefined && !seen.has(reference)) {
    seen.add(reference);
    found.push(...sameValueSchemas(target(reference), target, seen));
  }
  const single = ["if", "then", "else", "not"].map((keyword) => member(schema, keyword));
  const lists = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => schemaList(schema, keyword));
  const parts = [...single.filter(isSchema), ...lists];
  return [...found, ...parts.flatMap((part) => sameValueSchemas(part, target, seen))];
}
