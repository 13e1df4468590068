import { isObject, type Json } from "./json.ts";

/**
 * The keywords of a schema that describe its values and ask nothing of them: JSON Schema 2020-12, core
 * section 8.3 and validation section 9, and OpenAPI 3.1, Schema Object. `writeOnly` is none of them
 * here: members that have it are left out of answers.
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

/** Tells whether a keyword asks nothing of values: an annotation, or an extension of OpenAPI (`x-…`). */
export function isAnnotation(keyword: string): boolean {
  return annotationKeywords.has(keyword) || keyword.startsWith("x-");
}

/** A schema without the keywords that ask nothing of its values. */
export function withoutAnnotations(schema: Json): Json {
  if (!isObject(schema)) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword)));
}
