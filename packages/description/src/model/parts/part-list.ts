import { isObject, member, type Json, type JsonObject } from "../../json/json.ts";
import { appliedNodes, typesOf } from "../binary/applied-schema.ts";

/**
 * The fields that encode parts by position (OpenAPI 3.2, Media Type Object and Encoding Object).
 */
export const byPlace = ["prefixEncoding", "itemEncoding"] as const;

/** Returns true if a body consists of parts (RFC 2046, section 5.1). */
export const isMultipart = (mediaType: string): boolean => /^\s*multipart\//i.test(mediaType);

/** Returns true if the parts of a body have names (RFC 7578). */
export const isFormData = (mediaType: string): boolean =>
  /^\s*multipart\/form-data\s*(?:;|$)/i.test(mediaType);

/**
 * Returns true if a body is a stream of parts. A list must have its `schema` by then, as from
 * `mediaTypeNode`.
 */
export const isPartStream = (mediaType: string, node: JsonObject): boolean =>
  isMultipart(mediaType) && "itemSchema" in node && !("schema" in node);

/** Returns true if the Media Type Object of a multipart body describes its parts by position. */
export function isPartList(schemas: JsonObject, node: JsonObject): boolean {
  if (member(node, "itemSchema") !== undefined) return true;
  const schema = member(node, "schema");
  if (isListSchema(schemas, schema)) return true;
  const types = schema === undefined ? new Set() : typesOf(appliedNodes(schemas, schema));
  return types.size === 0 && byPlace.some((field) => node[field] !== undefined);
}

/** Returns true if a schema only allows lists. */
function isListSchema(schemas: JsonObject, schema: Json | undefined): boolean {
  if (schema === undefined) return false;
  const nodes = appliedNodes(schemas, schema);
  const types = typesOf(nodes);
  return types.size === 0 ? describesItems(nodes) : types.size === 1 && types.has("array");
}

/** Returns true if a schema describes the items of a list. */
const describesItems = (nodes: readonly JsonObject[]): boolean =>
  nodes.some((node) => "items" in node || "prefixItems" in node);

/** Returns true if only `itemSchema` describes the parts of a list. */
export function usesItemSchema(schemas: JsonObject, { schema }: JsonObject): boolean {
  return (
    schema === undefined ||
    !isListSchema(schemas, schema) ||
    !describesItems(appliedNodes(schemas, schema))
  );
}

/** Returns the schema of the whole list of parts, built from `schema`, `itemSchema` or both. */
export function listSchema(schemas: JsonObject, node: JsonObject): Json {
  const { schema, itemSchema, itemEncoding } = node;
  if (!isListSchema(schemas, schema)) return { type: "array", items: itemSchema ?? true };
  const list = isObject(schema) ? schema : {};
  const nodes = appliedNodes(schemas, list);
  const isUntyped = typesOf(nodes).size === 0 && nodes.length === 1;
  const typed = isUntyped ? { ...list, type: "array" } : list;
  if (!describesItems(nodes)) return { ...typed, items: itemSchema ?? true };
  const isOpen = itemEncoding !== undefined && nodes.length === 1 && !("items" in list);
  return isOpen ? { ...typed, items: true } : typed;
}
