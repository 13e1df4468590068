import { isObject, type Json, type JsonObject } from "../../json/json.ts";
import { subschemas } from "../../json/subschemas.ts";
import { reachableNames, reversed } from "../schema-references.ts";
import type { MemberLookup } from "./member-lookup.ts";

/** Keywords whose subschemas apply to some values only, and may say `readOnly` of these. */
export const unionKeywords = new Set(["anyOf", "dependentSchemas", "else", "if", "oneOf", "then"]);

const memberKeywords: ReadonlySet<unknown> = new Set([
  "additionalProperties",
  "patternProperties",
  "properties",
  "unevaluatedProperties",
]);

/** Returns true for a keyword that describes members of an object. */
export const isMemberKeyword = (keyword: unknown): boolean => memberKeywords.has(keyword);

/**
 * Returns the names of the schemas whose variants differ, in themselves or in what they refer to.
 */
export function differingNames(
  schemas: JsonObject,
  references: ReadonlyMap<string, ReadonlySet<string>>,
  lookup: MemberLookup,
): Set<string> {
  const own = Object.keys(schemas).filter((name) => differsByItself(schemas[name] as Json, lookup));
  return reachableNames(own, reversed(references));
}

function differsByItself(schema: Json, lookup: MemberLookup): boolean {
  const stack: Json[] = [schema];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isObject(node)) continue;
    if (lookup.requiresDefaulted(node)) return true;
    for (const { json: below, path } of subschemas(node)) {
      const [keyword] = path;
      const mayHide = isMemberKeyword(keyword) || unionKeywords.has(String(keyword));
      if (mayHide && lookup.hiddenIn(below) !== undefined) return true;
      stack.push(below);
    }
  }
  return false;
}
