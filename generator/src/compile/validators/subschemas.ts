import { arrayMember, isObject, member, type Json, type JsonObject } from "../../json.ts";
import { unicodePattern } from "../../pattern.ts";

/** A list of subschemas that a keyword has. */
export function schemaList(schema: JsonObject, keyword: string): readonly Json[] {
  return arrayMember(schema, keyword).filter(isSchema);
}

/** Whether a value can be a schema at all. */
export function isSchema(value: Json | undefined): value is Json {
  return typeof value === "boolean" || isObject(value);
}

/** The members of a keyword that maps names or patterns to schemas. */
export function schemaEntries(schema: JsonObject, keyword: string): [string, Json][] {
  const map = member(schema, keyword);
  return isObject(map) ? Object.entries(map).filter(([, entry]) => isSchema(entry)) : [];
}

/** Patterns of `patternProperties` that ECMAScript can read, with their schemas. */
export function patternEntries(schema: JsonObject): [string, Json][] {
  return schemaEntries(schema, "patternProperties").flatMap(([pattern, subschema]) => {
    const usable = unicodePattern(pattern);
    return usable === undefined ? [] : [[usable, subschema] as [string, Json]];
  });
}
