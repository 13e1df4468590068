import {
  isObject,
  member,
  type Json,
  type JsonObject,
} from "@openapi-packages/description/json/json";
import { aliasOf, isSchema, referenceOf, schemaList, type Target } from "../schema-reader.ts";

const counting = ["maxProperties", "minProperties", "patternProperties", "propertyNames"];
const closing = ["additionalProperties", "unevaluatedProperties"];

/**
 * True if validating a schema looks at the names of all members, so that a member with the value
 * `undefined` could fail.
 */
export function countsMembers(schema: Json, target: Target): boolean {
  const all = sameValueSchemas(schema, target, new Set());
  const saying = all.filter((one) => aliasOf(one) === undefined);
  return all.some((one) => {
    if (counting.some((name) => member(one, name) !== undefined)) return true;
    // `additionalProperties` of a single schema only concerns members that it does not list, and
    // these are not sent.
    if (saying.length === 1) return false;
    return closing.some((name) => ![undefined, true].includes(member(one, name) as true));
  });
}

/** Returns a schema and all schemas that it applies to the same value. */
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
