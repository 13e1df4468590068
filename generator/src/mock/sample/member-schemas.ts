import { member, type Json, type JsonObject } from "../../json.ts";
import type { PatternTexts } from "./pattern-text.ts";

/** True if a schema has something to say of members that it does not name. */
export function isOpenToNames(schema: JsonObject): boolean {
  return (
    member(schema, "patternProperties") !== undefined ||
    member(schema, "additionalProperties") !== undefined
  );
}

/** The schemas that a member's value has to conform to by `properties`, `patternProperties`, `additionalProperties`. */
export function memberSchemas(patterns: PatternTexts, schema: JsonObject, name: string): Json[] {
  const own = member(member(schema, "properties"), name);
  const found = own === undefined ? [] : [own];
  for (const [pattern, inner] of Object.entries(member(schema, "patternProperties") ?? {}))
    if (patterns.matches(pattern, name)) found.push(inner as Json);
  const rest = member(schema, "additionalProperties");
  return found.length > 0 || rest === undefined ? found : [rest];
}
