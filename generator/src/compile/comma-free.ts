import {
  arrayMember,
  isObject,
  member,
  objectMember,
  stringMember,
  valueAt,
  type Json,
  type JsonObject,
} from "../json.ts";

/** Formats of texts that have no comma; the runtime's validators demand them. */
const formats = new Set(["uuid", "date", "date-time", "ipv4", "ipv6", "hostname"]);

const scalars = new Set<Json>(["integer", "number", "boolean", "null"]);

/** References lead through so many schemas at most. */
const mostReferences = 10;

/**
 * True if the items of a list are texts none of which has a comma: by `enum` or `const`, by `type`, or by
 * `format`. Then a comma that is percent-encoded is a delimiter like any other; where an item may have one,
 * the encoded comma is part of the item (RFC 6570, 3.2.8; OpenAPI 3.1, Appendix C).
 */
export function hasCommaFreeItems(document: JsonObject, schema: Json | undefined): boolean {
  const list = resolved(document, schema);
  return list !== undefined && isCommaFree(document, member(list, "items"), 0);
}

/** The schema of a property, where an object declares it by itself. */
export function propertyOf(
  document: JsonObject,
  schema: Json | undefined,
  name: string,
): Json | undefined {
  const properties = objectMember(resolved(document, schema), "properties");
  return properties === undefined ? undefined : member(properties, name);
}

function isCommaFree(document: JsonObject, given: Json | undefined, depth: number): boolean {
  const schema = resolved(document, given);
  if (schema === undefined || depth > mostReferences) return false;
  const values = member(schema, "enum") ?? constantOf(schema);
  if (Array.isArray(values)) return values.every((value) => !String(value).includes(","));
  const type = member(schema, "type");
  const types: readonly Json[] = Array.isArray(type) ? type : [type ?? "any"];
  const isPlain = types.every((one) => scalars.has(one));
  const hasFormat = types.every((one) => one === "string" || scalars.has(one));
  if (isPlain || (hasFormat && formats.has(stringMember(schema, "format") ?? ""))) return true;
  const isFree = (part: Json): boolean => isCommaFree(document, part, depth + 1);
  const choices = [arrayMember(schema, "oneOf"), arrayMember(schema, "anyOf")];
  return (
    arrayMember(schema, "allOf").some(isFree) ||
    choices.some((branches) => branches.length > 0 && branches.every(isFree))
  );
}

function constantOf(schema: JsonObject): readonly Json[] | undefined {
  const value = member(schema, "const");
  return value === undefined ? undefined : [value];
}

/** A schema behind its references. */
function resolved(document: JsonObject, given: Json | undefined): JsonObject | undefined {
  let schema = given;
  for (let depth = 0; depth < mostReferences && isObject(schema); depth += 1) {
    const reference = stringMember(schema, "$ref");
    if (reference === undefined) return schema;
    schema = valueAt(document, reference.slice(1));
  }
  return undefined;
}
