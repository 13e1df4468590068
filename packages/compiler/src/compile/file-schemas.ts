import { member, type Json, type JsonObject } from "@openapi-packages/description/json/json";

/**
 * Allows a Blob where a schema allows `format: binary`: an object without own members. Such an
 * object also matches other object schemas, so `oneOf` becomes `anyOf`.
 */
export function withFiles(schema: JsonObject): JsonObject {
  const { type, format, oneOf, anyOf } = schema;
  if (Array.isArray(oneOf) && anyOf === undefined && (oneOf as readonly Json[]).some(mayBeFile)) {
    const { oneOf: _, ...rest } = schema;
    return { ...rest, anyOf: oneOf };
  }
  if (format !== "binary" || !mayBeFile(schema)) return schema;
  const types = [...new Set<Json>([...[type ?? []].flat(), "object"])];
  return { ...schema, type: types, maxProperties: 0 };
}

function mayBeFile(schema: Json): boolean {
  if (member(schema, "format") !== "binary") return false;
  return [member(schema, "type")].flat().includes("string");
}

/**
 * True if a schema describes a file in a form. It is a Blob when it is checked, not a string
 * (OpenAPI 3.1, section 4.8.14.3; 3.0's `format: binary`).
 */
export function isBinary({ type, format }: JsonObject): boolean {
  return type === "string" && format === "binary";
}
