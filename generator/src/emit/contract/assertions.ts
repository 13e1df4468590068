import { isObject, member, toFragment, type Json, type JsonObject } from "../../load/json.ts";
import { rootCursor, walkObjects } from "../../load/openapi-objects.ts";
import { unicodePattern } from "../../load/pattern.ts";

/** What asserts nothing, or served to find what references mean; those are followed by name. */
const annotations = new Set([
  "$anchor",
  "$comment",
  "$defs",
  "$dynamicAnchor",
  "$dynamicRef",
  "$id",
  "$schema",
  "$vocabulary",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
  "default",
  "definitions",
  "deprecated",
  "description",
  "discriminator",
  "example",
  "examples",
  "externalDocs",
  // Of draft 4; Ajv will not have it.
  "id",
  "readOnly",
  "title",
  "writeOnly",
  "xml",
]);

/**
 * A copy of a schema as validators need it: without what asserts nothing (JSON Schema 2020-12
 * validation, section 9), and with patterns that ECMAScript can compile.
 */
export function assertionsOf(schema: Json): Json {
  const copy = structuredClone(schema);
  walkObjects(rootCursor(copy, "Schema"), ({ node, name }) => {
    if (name !== "Schema" || !isObject(node)) return;
    for (const keyword of Object.keys(node)) {
      if (annotations.has(keyword) || keyword.startsWith("x-")) delete node[keyword];
    }
    allowFiles(node);
    usePatterns(node);
    // Ajv takes references for what they are, parts of a URI.
    const { $ref: reference } = node;
    if (typeof reference === "string" && reference.startsWith("#/"))
      node["$ref"] = toFragment(reference.slice(1));
  });
  return copy;
}

/**
 * Where a text may be a file, an object may be one too: a Blob, which has no members of its own. A
 * schema of objects without a required member allows it as well, so that `oneOf` cannot tell them.
 */
function allowFiles(node: JsonObject): void {
  const { type, format, oneOf, anyOf } = node;
  if (Array.isArray(oneOf) && anyOf === undefined && (oneOf as readonly Json[]).some(mayBeFile)) {
    node["anyOf"] = oneOf;
    delete node["oneOf"];
  }
  if (format !== "binary" || !mayBeFile(node)) return;
  node["type"] = [...new Set<Json>([...[type ?? []].flat(), "object"])];
  node["maxProperties"] = 0;
}

function mayBeFile(schema: Json): boolean {
  if (member(schema, "format") !== "binary") return false;
  return [member(schema, "type")].flat().includes("string");
}

/** A file within a form is a Blob when it is checked, no string (OpenAPI 3.1, section 4.8.14.3; 3.0's `format: binary`). */
export function isBinary({ type, format }: JsonObject): boolean {
  return type === "string" && format === "binary";
}

function usePatterns(node: JsonObject): void {
  const { pattern, patternProperties } = node;
  if (typeof pattern === "string") {
    const usable = unicodePattern(pattern);
    if (usable === undefined) delete node["pattern"];
    else node["pattern"] = usable;
  }
  if (!isObject(patternProperties)) return;
  node["patternProperties"] = Object.fromEntries(
    Object.entries(patternProperties).flatMap(([name, schema]) => {
      const usable = unicodePattern(name);
      return usable === undefined ? [] : [[usable, schema]];
    }),
  );
}
