import { member, type Json, type JsonObject } from "../json.ts";

/**
 * A schema whose texts may be files allows objects too: a Blob has no members of its own. A
 * schema of objects without a required member allows it as well, so that `oneOf` cannot tell them.
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

/** A file within a form is a Blob when it is checked, no string (OpenAPI 3.1, section 4.8.14.3; 3.0's `format: binary`). */
export function isBinary({ type, format }: JsonObject): boolean {
  return type === "string" && format === "binary";
}
