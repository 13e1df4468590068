import { isObject, type Json } from "../../load/json.ts";
import { rootCursor, walkObjects } from "../../load/openapi-objects.ts";

const annotations = new Set([
  "$comment",
  "default",
  "deprecated",
  "description",
  "discriminator",
  "example",
  "examples",
  "externalDocs",
  "readOnly",
  "title",
  "writeOnly",
  "xml",
]);

/** A copy of a schema without what asserts nothing (JSON Schema 2020-12 validation, section 9), so that validators do not carry it. */
export function withoutAnnotations(schema: Json): Json {
  const copy = structuredClone(schema);
  walkObjects(rootCursor(copy, "Schema"), ({ node, name }) => {
    if (name !== "Schema" || !isObject(node)) return;
    for (const keyword of Object.keys(node)) {
      if (annotations.has(keyword) || keyword.startsWith("x-")) delete node[keyword];
    }
  });
  return copy;
}
