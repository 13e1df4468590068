import {
  member,
  stringMember,
  type Json,
  type JsonObject,
} from "@openapi-packages/description/json/json";
import { targetIn, type Target } from "@openapi-packages/description/model/applied/applied-schemas";
import {
  allowedTypes,
  givenValues,
} from "@openapi-packages/description/model/applied/keyword-values";
import { mergedSchema } from "@openapi-packages/description/model/applied/merged-schema";

/** String formats without commas; the runtime's validators enforce them. */
const formats = new Set(["uuid", "date", "date-time", "ipv4", "ipv6", "hostname"]);

const scalars = new Set(["integer", "number", "boolean", "null"]);

/** The limit of nested alternatives to check, since they may be recursive. */
const deepest = 10;

/**
 * True if no item of a list can contain a comma, because of its `enum`, `const`, `type` or
 * `format`. A percent-encoded comma is then a delimiter like any other; if an item may contain a
 * comma, the encoded comma belongs to the item (RFC 6570, 3.2.8; OpenAPI 3.1, Appendix C).
 */
export function hasCommaFreeItems(document: JsonObject, schema: Json | undefined): boolean {
  const target = targetIn(document);
  const list = schema === undefined ? undefined : mergedSchema(target, schema);
  const items = member(list?.keywords, "items");
  return items !== undefined && isCommaFree(target, items, 0);
}

/** Returns the schema of an object's property. */
export function propertyOf(
  document: JsonObject,
  schema: Json | undefined,
  name: string,
): Json | undefined {
  if (schema === undefined) return undefined;
  return mergedSchema(targetIn(document), schema)?.properties.get(name);
}

function isCommaFree(target: Target, schema: Json, depth: number): boolean {
  const merged = depth > deepest ? undefined : mergedSchema(target, schema);
  if (merged === undefined) return false;
  const { schemas, alternatives } = merged;
  const values = givenValues(schemas);
  if (values !== undefined) return values.every((value) => !String(value).includes(","));
  const types = [...(allowedTypes(schemas) ?? ["any"])];
  const hasFormat = schemas.some((one) => formats.has(stringMember(one.schema, "format") ?? ""));
  const isFree = (type: string): boolean => scalars.has(type) || (type === "string" && hasFormat);
  return (
    types.every(isFree) ||
    alternatives.some((all) => all.every((one) => isCommaFree(target, one, depth + 1)))
  );
}
