import type { JsonObject } from "../../json.ts";
import type { AppliedSchema } from "../../model/applied/applied-schemas.ts";
import { allowedTypes, typesOf } from "../../model/applied/keyword-values.ts";
import type { Spot } from "./spot.ts";

const everyType = ["object", "array", "string", "number", "boolean", "null"];

/**
 * The types in which a value of schemas is tried. Where no schema names any, values of all types may conform; the
 * likeliest come first.
 */
export function triedTypes(schemas: readonly AppliedSchema[], { name }: Spot): readonly string[] {
  const likely = typesOf(schemas) ?? [name === "" ? "object" : "string"];
  return allowedTypes(schemas) === undefined ? [...new Set([...likely, ...everyType])] : likely;
}

/** True if a schema allows one type alone, and that is no object and no list. */
export function isScalar(schema: JsonObject): boolean {
  return ["string", "number", "integer", "boolean"].includes(String(schema["type"]));
}
