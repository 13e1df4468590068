import { member, stringMember, type Json, type JsonObject } from "../json.ts";
import { targetIn, type Target } from "../model/applied/applied-schemas.ts";
import { allowedTypes, givenValues } from "../model/applied/keyword-values.ts";
import { mergedSchema } from "../model/applied/merged-schema.ts";

/** Formats of texts that have no comma; the runtime's validators demand them. */
const formats = new Set(["uuid", "date", "date-time", "ipv4", "ipv6", "hostname"]);

const scalars = new Set(["integer", "number", "boolean", "null"]);

/** Alternatives are looked into so far; they may lead back to themselves. */
const deepest = 10;

/**
 * True if the items of a list are texts none of which has a comma: by `enum` or `const`, by `type`, or by
 * `format`. Then a comma that is percent-encoded is a delimiter like any other; where an item may have one,
 * the encoded comma is part of the item (RFC 6570, 3.2.8; OpenAPI 3.1, Appendix C).
 */
export function hasCommaFreeItems(document: JsonObject, schema: Json | undefined): boolean {
  const target = targetIn(document);
  const list = schema === undefined ? undefined : mergedSchema(target, schema);
  const items = member(list?.keywords, "items");
  return items !== undefined && isCommaFree(target, items, 0);
}

/** The schema of a property of an object. */
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
