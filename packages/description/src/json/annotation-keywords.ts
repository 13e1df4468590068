import { isObject, type Json } from "./json.ts";

/**
 * The keywords that describe values without constraining them: JSON Schema 2020-12, core section
 * 8.3 and validation section 9, and OpenAPI 3.1, Schema Object. `writeOnly` is not among them,
 * because responses leave such members out.
 */
export const annotationKeywords: ReadonlySet<string> = new Set([
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

/**
 * Returns true if a keyword does not constrain values: an annotation, or an extension of OpenAPI
 * (`x-…`).
 */
export function isAnnotation(keyword: string): boolean {
  return annotationKeywords.has(keyword) || keyword.startsWith("x-");
}

/** Returns a schema without the keywords that do not constrain its values. */
export function withoutAnnotations(schema: Json): Json {
  if (!isObject(schema)) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword)));
}
