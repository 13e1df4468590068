import {
  arrayMember,
  isObject,
  member,
  stringMember,
  type Json,
  type JsonObject,
} from "@openapi-packages/description/json/json";
import { literal, propertyKey } from "@openapi-packages/description/text/escape";
import { unicodePattern } from "@openapi-packages/description/patterns/pattern";

/** Returns the subschemas in the list of a keyword, such as `allOf`. */
export function schemaList(schema: JsonObject, keyword: string): readonly Json[] {
  return arrayMember(schema, keyword).filter(isSchema);
}

/** True if a value can be a schema: a boolean or an object. */
export function isSchema(value: Json | undefined): value is Json {
  return typeof value === "boolean" || isObject(value);
}

/** Returns the entries of a keyword that maps names or patterns to schemas. */
export function schemaEntries(schema: JsonObject, keyword: string): [string, Json][] {
  const map = member(schema, keyword);
  return isObject(map) ? Object.entries(map).filter(([, entry]) => isSchema(entry)) : [];
}

/** Returns the patterns of `patternProperties` that ECMAScript supports, with their schemas. */
export function patternEntries(schema: JsonObject): [string, Json][] {
  return schemaEntries(schema, "patternProperties").flatMap(([pattern, subschema]) => {
    const usable = unicodePattern(pattern);
    return usable === undefined ? [] : [[usable, subschema] as [string, Json]];
  });
}

/** Returns the schema that a reference points to. */
export type Target = (reference: string) => Json;

/** Returns the `$ref` of a schema. */
export function referenceOf(schema: Json): string | undefined {
  return stringMember(schema, "$ref");
}

/** Returns the `$ref` of a schema that has no other keyword. */
export function aliasOf(schema: Json): string | undefined {
  const reference = referenceOf(schema);
  const isAlone = isObject(schema) && Object.keys(schema).length === 1;
  return isAlone ? reference : undefined;
}

/** The names of members that every object inherits. */
const inherited = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * Returns code that reads an object's own member. Names that every object inherits, such as
 * `toString`, are read with `getMember`.
 */
export function memberCode(object: string, name: string, getMember: () => string): string {
  if (inherited.has(name)) return `${getMember()}(${object}, ${literal(name)})`;
  const key = propertyKey(name);
  return key.startsWith('"') ? `${object}[${key}]` : `${object}.${key}`;
}
