import {
  arrayMember,
  isObject,
  member,
  stringMember,
  type Json,
  type JsonObject,
} from "../json.ts";
import { literal, propertyKey } from "../escape.ts";
import { unicodePattern } from "../pattern.ts";

/** A list of subschemas that a keyword has. */
export function schemaList(schema: JsonObject, keyword: string): readonly Json[] {
  return arrayMember(schema, keyword).filter(isSchema);
}

/** Tells whether a value can be a schema at all. */
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

/** Gives the schema that a reference leads to. */
export type Target = (reference: string) => Json;

/** The reference that a schema has. */
export function referenceOf(schema: Json): string | undefined {
  return stringMember(schema, "$ref");
}

/** The reference that a schema consists of. */
export function aliasOf(schema: Json): string | undefined {
  const reference = referenceOf(schema);
  const isAlone = isObject(schema) && Object.keys(schema).length === 1;
  return isAlone ? reference : undefined;
}

/** The names that every object inherits something for. */
const inherited = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Code for a member that an object may have itself: `getMember` reads those that it may inherit too. */
export function memberCode(object: string, name: string, getMember: () => string): string {
  if (inherited.has(name)) return `${getMember()}(${object}, ${literal(name)})`;
  const key = propertyKey(name);
  return key.startsWith('"') ? `${object}[${key}]` : `${object}.${key}`;
}
