import { isObject, member, type Json, type JsonObject } from "./json.ts";

/**
 * The keywords of JSON Schema 2020-12 that hold schemas: one, a list, or a map (core, sections 10
 * and 11; content, section 8.5).
 */
const holders: ReadonlyMap<string, "single" | "list" | "map"> = new Map([
  ...[
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
  ].map((keyword) => [keyword, "single"] as const),
  ...["allOf", "anyOf", "oneOf", "prefixItems"].map((keyword) => [keyword, "list"] as const),
  ...[
    "$defs",
    "definitions",
    "dependentSchemas",
    "patternProperties",
    "properties",
    "x-dynamic-anchors",
    "x-dynamic-reference",
  ].map((keyword) => [keyword, "map"] as const),
]);

/** Maps a subschema; `path` leads to it from the schema, such as `["properties", "id"]`. */
export type SubschemaMapper = (subschema: Json, path: readonly (string | number)[]) => Json;

/** Maps the direct subschemas of a schema. Returns the given schema itself if nothing changes. */
export function mapSubschemas(schema: JsonObject, map: SubschemaMapper): JsonObject {
  let changed: JsonObject | undefined;
  for (const keyword of Object.keys(schema)) {
    const holder = holders.get(keyword);
    if (holder === undefined) continue;
    const value = schema[keyword] as Json;
    const mapped = mapHeld(keyword, value, holder, map);
    if (mapped === value) continue;
    changed ??= { ...schema };
    changed[keyword] = mapped;
  }
  return changed ?? schema;
}

function mapHeld(
  keyword: string,
  value: Json,
  holder: "single" | "list" | "map",
  map: SubschemaMapper,
): Json {
  // A list under `items` comes from the draft before `prefixItems`.
  if (Array.isArray(value) && (holder === "list" || keyword === "items"))
    return mapList(value as readonly Json[], (entry, index) => map(entry, [keyword, index]));
  if (holder === "single") return Array.isArray(value) ? value : map(value, [keyword]);
  return holder === "map" && isObject(value)
    ? mapMembers(value, (entry, name) => map(entry, [keyword, name]))
    : value;
}

/** A direct subschema, and its path, such as `["properties", "id"]`. */
export interface Subschema {
  readonly json: Json;
  readonly path: readonly (string | number)[];
}

/** Returns the direct subschemas of a schema. */
export function subschemas(schema: JsonObject): Subschema[] {
  const found: Subschema[] = [];
  for (const keyword of Object.keys(schema))
    if (holders.has(keyword)) found.push(...heldSchemas(keyword, schema[keyword] as Json));
  return found;
}

/** Returns the subschemas under a keyword. Paths begin with the keyword. */
export function heldSchemas(keyword: string, value: Json): Subschema[] {
  const holder = holders.get(keyword);
  if (Array.isArray(value) && holder !== "map")
    return (value as readonly Json[]).map((json, index) => ({ json, path: [keyword, index] }));
  if (holder === "single") return [{ json: value, path: [keyword] }];
  if (holder !== "map" || !isObject(value)) return [];
  return Object.entries(value).map(([name, json]) => ({ json, path: [keyword, name] }));
}

/**
 * Visits the direct subschemas of a schema.
 * @param keywords the keywords to visit, all by default
 */
export function eachSubschema(
  schema: JsonObject,
  visit: (subschema: Json) => void,
  keywords?: ReadonlySet<string>,
): void {
  for (const keyword of Object.keys(schema)) {
    const holder = holders.get(keyword);
    if (holder === undefined || keywords?.has(keyword) === false) continue;
    const value = schema[keyword] as Json;
    if (Array.isArray(value)) {
      if (holder !== "map") for (const entry of value as readonly Json[]) visit(entry);
    } else if (holder === "single") visit(value);
    else if (holder === "map" && isObject(value)) {
      for (const name of Object.keys(value)) visit(value[name] as Json);
    }
  }
}

function mapList(
  list: readonly Json[],
  map: (entry: Json, index: number) => Json,
): readonly Json[] {
  const mapped = list.map(map);
  return mapped.every((entry, index) => entry === list[index]) ? list : mapped;
}

/** Maps the members of an object. Returns the given object itself if nothing changes. */
export function mapMembers(
  members: JsonObject,
  map: (entry: Json, name: string) => Json,
): JsonObject {
  let changed: Map<string, Json> | undefined;
  for (const name of Object.keys(members)) {
    const mapped = map(members[name] as Json, name);
    if (mapped === members[name]) continue;
    changed ??= new Map(Object.entries(members));
    changed.set(name, mapped);
  }
  // `Object.fromEntries` keeps a member called `__proto__`.
  return changed === undefined ? members : (Object.fromEntries(changed) as JsonObject);
}

/** Returns the name of the component schema that a schema refers to. */
export function referencedName(schema: Json | undefined): string | undefined {
  const reference = member(schema, "$ref");
  return typeof reference === "string" ? schemaName(reference) : undefined;
}

const prefix = "#/components/schemas/";

/**
 * Returns the name in a reference to a component schema; `undefined` if it refers to something
 * else.
 */
export function schemaName(reference: string): string | undefined {
  if (!reference.startsWith(prefix)) return undefined;
  const part = reference.slice(prefix.length);
  return part.includes("/") ? undefined : part.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Returns the reference to a component schema. */
export function schemaReference(name: string): string {
  return prefix + name.replaceAll("~", "~0").replaceAll("/", "~1");
}
