/**
 * The keywords of a Schema Object: those of JSON Schema 2020-12 (core, sections 8, 10 and 11; validation,
 * sections 6 to 9), of OpenAPI (3.0.4, section 4.7.24; 3.1.2, section 4.8.24), and of earlier drafts.
 */
export const schemaKeywords: ReadonlySet<string> = new Set(
  [
    "$schema $vocabulary $id $anchor $dynamicAnchor $ref $dynamicRef $defs $comment",
    "allOf anyOf oneOf not if then else dependentSchemas prefixItems items contains",
    "properties patternProperties additionalProperties propertyNames",
    "unevaluatedItems unevaluatedProperties",
    "type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum",
    "maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains",
    "maxProperties minProperties required dependentRequired",
    "format contentEncoding contentMediaType contentSchema",
    "title description default deprecated readOnly writeOnly examples",
    "discriminator xml externalDocs example nullable",
    "id definitions dependencies additionalItems $recursiveRef $recursiveAnchor",
  ].flatMap((line) => line.split(" ")),
);

/** Mistaken names of keywords that are too different to be found by similarity. */
export const mistakenKeywords: ReadonlyMap<string, string> = new Map([
  ["desc", "description"],
  ["max", "maximum"],
  ["min", "minimum"],
  ["regex", "pattern"],
  ["regexp", "pattern"],
]);
