import { isObject, member, type Json, type JsonObject } from "../../json.ts";

/**
 * The values of `const` or `enum` that `type` allows; `undefined` where there is neither keyword,
 * `false` where no value is left (JSON Schema 2020-12 validation, section 6.1).
 */
export function literalShape(schema: JsonObject): Json | undefined {
  const constant = member(schema, "const");
  if (constant !== undefined && allows(schema, constant))
    return constant === null ? { type: "null" } : { const: constant };
  if (constant !== undefined) return false;
  const values = member(schema, "enum");
  if (!Array.isArray(values)) return undefined;
  const allowed = (values as readonly Json[]).filter((value) => allows(schema, value));
  const unique = [...new Map(allowed.map((value) => [JSON.stringify(value), value])).values()];
  if (unique.length === 0) return false;
  if (unique.length === 1 && unique[0] === null) return { type: "null" };
  return { enum: unique };
}

function allows(schema: JsonObject, value: Json): boolean {
  const type = member(schema, "type");
  if (type === undefined) return true;
  const types = Array.isArray(type) ? (type as readonly Json[]) : [type];
  return types.some((one) => isOfType(value, one));
}

function isOfType(value: Json, type: Json): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
