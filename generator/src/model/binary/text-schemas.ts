import { isObject, type Json, type JsonObject } from "../../json.ts";
import { mapSubschemas } from "../../subschemas.ts";

/** A schema whose values are JSON or text, in which `format: binary` says nothing; the very same where it has none. */
export function asText(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const mapped = mapSubschemas(schema, asText);
  return mapped["format"] === "binary" ? withoutFormat(mapped) : mapped;
}

function withoutFormat(schema: JsonObject): JsonObject {
  const { format: _, ...rest } = schema;
  return rest;
}
