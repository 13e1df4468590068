import type { JsonObject } from "@openapi-packages/description/json/json";
import type { AppliedSchema } from "@openapi-packages/description/model/applied/applied-schemas";
import { allowedTypes, typesOf } from "@openapi-packages/description/model/applied/keyword-values";
import type { SampleContext } from "./sample-context.ts";

const everyType = ["object", "array", "string", "number", "boolean", "null"];

/**
 * Returns the types that are tried for a value of schemas. If no schema restricts the type, all types
 * are tried, the likeliest first.
 */
export function triedTypes(
  schemas: readonly AppliedSchema[],
  { name }: SampleContext,
): readonly string[] {
  const likely = typesOf(schemas) ?? [name === "" ? "object" : "string"];
  return allowedTypes(schemas) === undefined ? [...new Set([...likely, ...everyType])] : likely;
}

/** True if the only type of a schema is `string`, `number`, `integer` or `boolean`. */
export function isScalar(schema: JsonObject): boolean {
  return ["string", "number", "integer", "boolean"].includes(String(schema["type"]));
}
