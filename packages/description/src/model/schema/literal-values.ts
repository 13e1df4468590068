import { isObject, member, type Json, type JsonObject } from "../../json/json.ts";
import { impossible, type EnumSchema, type ImpossibleSchema, type NullSchema } from "./schema.ts";

/**
 * Returns the values of `const` or `enum` that `type` allows; `undefined` if there is neither
 * keyword (JSON Schema 2020-12 validation, section 6.1).
 */
export function literalSchema(
  schema: JsonObject,
): EnumSchema | NullSchema | ImpossibleSchema | undefined {
  const constant = member(schema, "const");
  const listed = constant === undefined ? member(schema, "enum") : [constant];
  if (!Array.isArray(listed)) return undefined;
  const allowed = (listed as readonly Json[]).filter((value) => allows(schema, value));
  const values = [...new Map(allowed.map((value) => [JSON.stringify(value), value])).values()];
  if (values.length === 0) return impossible;
  if (values.length === 1 && values[0] === null) return { kind: "null" };
  return { kind: "enum", values, openness: undefined };
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
