import { arrayMember, member, type Json, type JsonObject } from "../../json/json.ts";
import type { EnumSchema, Schema } from "./schema.ts";

/**
 * Marks an enum that may get more values later: one of several strings or numbers, unless the
 * schema says that it is closed. A single value is a constant and stays closed. The types of the
 * contract list the known values; those of the client also accept others.
 * @param json the schema that declares the values
 */
export function withOpenValues(schema: Schema, json: JsonObject): Schema {
  const declared = declaredOpenness(json);
  if (schema.kind !== "enum" || declared === false) return schema;
  const known = schema.values.filter((value) => value !== null);
  const isGrowing = known.length > 1 && known.every(isSingle);
  return isGrowing
    ? { ...schema, openness: declared === true ? "declared" : "undeclared" }
    : schema;
}

/** Whether enums that do not declare it may get more values. */
export type EnumOpenness = "open" | "closed";

/**
 * True if the values of an enum may be followed by others, for readers of answers.
 *
 * @param json the schema that declares the values
 * @param enums applies to enums that do not declare their openness
 */
export function mayGetValues(schema: Schema, json: JsonObject, enums: EnumOpenness): boolean {
  const open = withOpenValues(schema, json);
  if (open.kind !== "enum") return false;
  return open.openness === "declared" || (open.openness === "undeclared" && enums === "open");
}

/**
 * Reads the extensions of other tools: Azure's `x-ms-enum`, Speakeasy's
 * `x-speakeasy-unknown-values`, and a boolean `x-extensible-enum`.
 */
function declaredOpenness(json: JsonObject): boolean | undefined {
  const extensible = member(json, "x-extensible-enum");
  const asString = member(member(json, "x-ms-enum"), "modelAsString");
  const unknownValues = member(json, "x-speakeasy-unknown-values");
  if (typeof extensible === "boolean") return extensible;
  if (typeof asString === "boolean") return asString;
  return unknownValues === "allow" ? true : unknownValues === "disallow" ? false : undefined;
}

/**
 * Returns the enum of a schema that lists known values beside its type but allows others
 * (`x-extensible-enum` of Zalando's guidelines, rule 112); `undefined` if it lists none.
 */
export function extensibleEnum(json: JsonObject): EnumSchema | undefined {
  const listed = arrayMember(json, "x-extensible-enum");
  if (listed.length === 0 || !listed.every(isSingle)) return undefined;
  const type = member(json, "type");
  const types = Array.isArray(type) ? (type as readonly Json[]) : [type];
  const isFit = (value: Json): boolean =>
    types.includes(typeof value) || (types.includes("integer") && typeof value === "number");
  if (!listed.every(isFit)) return undefined;
  const values = [...new Set(listed), ...(types.includes("null") ? [null] : [])];
  return { kind: "enum", values, openness: "everywhere" };
}

const isSingle = (value: Json): boolean => typeof value === "string" || typeof value === "number";
