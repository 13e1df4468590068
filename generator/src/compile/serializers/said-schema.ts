import { isObject, type Json } from "../../json.ts";

const annotations = new Set([
  "$comment",
  "default",
  "deprecated",
  "description",
  "example",
  "examples",
  "externalDocs",
  "readOnly",
  "title",
  "xml",
]);

/** A schema without what says nothing of its values. */
export function withoutAnnotations(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const said = Object.entries(schema).filter(
    ([name]) => !annotations.has(name) && !name.startsWith("x-"),
  );
  return Object.fromEntries(said);
}
