import {
  arrayMember,
  isAbsentMember,
  isObject,
  member,
  objectMember,
  reachableNames,
  referencedNames,
  type Json,
  type NamedSchema,
} from "openapi-packages/emitter";
import type { JsonSchema, SchemaObject } from "../operation.ts";
import { set } from "../schema/resolve.ts";
import { prose } from "./prose.ts";

/** The longest description in a server's schemas, in characters. */
const longestText = 400;

/** The keywords that are useful to a model, and copied unchanged. */
const kept = [
  "$ref",
  "type",
  "enum",
  "const",
  "required",
  "default",
  "format",
  "pattern",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
];

const lists = ["allOf", "anyOf", "oneOf", "prefixItems"];

/** Returns the part of a schema that a server needs. The contract validates with the whole schema. */
export function keptSchema(schema: Json): JsonSchema {
  if (!isObject(schema)) return schema !== false;
  const result: Record<string, unknown> = {};
  for (const keyword of kept) {
    const value = member(schema, keyword);
    if (value !== undefined) result[keyword] = value;
  }
  const description = member(schema, "description");
  if (typeof description === "string" && description.trim() !== "")
    result["description"] = prose(description, longestText);
  for (const keyword of lists) {
    const list = arrayMember(schema, keyword);
    if (list.length > 0) result[keyword] = list.map(keptSchema);
  }
  const items = member(schema, "items");
  if (isObject(items)) result["items"] = keptSchema(items);
  const more = member(schema, "additionalProperties");
  if (more !== undefined) result["additionalProperties"] = isObject(more) ? keptSchema(more) : more;
  if (objectMember(schema, "patternProperties") !== undefined) result["patternProperties"] = {};
  const properties = objectMember(schema, "properties");
  if (properties !== undefined) result["properties"] = keptMembers(properties);
  return result;
}

function keptMembers(properties: Readonly<Record<string, Json>>): SchemaObject {
  const result = {};
  for (const [name, value] of Object.entries(properties))
    if (!isAbsentMember(value)) set(result, name, keptSchema(value));
  return result;
}

/**
 * Returns the schemas that others refer to, directly or indirectly, by name and in the order of the
 * description.
 */
export function reachedSchemas(
  roots: readonly JsonSchema[],
  all: readonly NamedSchema[],
): Record<string, JsonSchema> {
  const known = new Map(all.map(({ name, json: schema }) => [name, keptSchema(schema)]));
  const references = new Map([...known].map(([name, schema]) => [name, namesIn(schema)]));
  const reached = reachableNames(
    roots.flatMap((root) => [...namesIn(root)]),
    references,
  );
  const result = {};
  for (const [name, schema] of known) if (reached.has(name)) set(result, name, schema);
  return result;
}

const namesIn = (schema: JsonSchema): ReadonlySet<string> => referencedNames(schema as Json);
