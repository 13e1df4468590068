import { isObject, type JsonObject } from "../json/json.ts";
import { rootCursor, walkObjects } from "./openapi/openapi-objects.ts";

/** The keywords that lifting of `nullable` replaces. */
const liftedKeywords = ["nullable", "type", "enum", "oneOf", "anyOf", "allOf", "$ref"] as const;

/**
 * Remembers how schemas say null and what their defaults are, before the document is lifted and checked in
 * place.
 *
 * @returns a function that copies the document as it is then, with null and defaults as their authors wrote
 * them
 */
export function rememberKeywords(document: JsonObject): () => JsonObject {
  const written: { readonly schema: JsonObject; readonly keywords: JsonObject }[] = [];
  walkObjects(rootCursor(document, "OpenApi"), ({ node, name }) => {
    if (name !== "Schema" || !isObject(node)) return;
    const names = [
      ...(node["nullable"] === undefined ? [] : liftedKeywords),
      ...(node["default"] === undefined ? [] : ["default"]),
    ];
    if (names.length > 0) written.push({ schema: node, keywords: keywordsOf(node, names) });
  });
  return () => {
    const current = written.map(({ schema, keywords }) => ({
      schema,
      keywords: keywordsOf(schema, Object.keys(keywords)),
    }));
    for (const { schema, keywords } of written) setKeywords(schema, keywords);
    const copy = structuredClone(document);
    for (const { schema, keywords } of current) setKeywords(schema, keywords);
    return copy;
  };
}

/** Returns keywords of a schema; those that it does not have are undefined. */
const keywordsOf = (schema: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, schema[name]])) as JsonObject;

function setKeywords(schema: JsonObject, keywords: JsonObject): void {
  for (const [name, value] of Object.entries(keywords))
    if (value === undefined) delete schema[name];
    else schema[name] = value;
}
