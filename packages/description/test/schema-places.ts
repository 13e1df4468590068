import type { Json } from "../src/json/json.ts";

const marker = { const: "marker" };
const needsName = { required: ["name"] };

/** `then` is a keyword here, and elsewhere what makes an object a promise. */
const conditional = (text: string): Json => JSON.parse(text) as Json;

/** Each place where a schema holds a schema that applies to a value: values conform only if they hold the text `marker` there. */
export const schemaPlaces: readonly (readonly [keyword: string, schema: Json])[] = [
  ["$ref", { $ref: "#/components/schemas/Marker" }],
  ["properties", { type: "object", ...needsName, properties: { name: marker } }],
  ["patternProperties", { type: "object", ...needsName, patternProperties: { "^n": marker } }],
  ["additionalProperties", { type: "object", ...needsName, additionalProperties: marker }],
  ["unevaluatedProperties", { type: "object", ...needsName, unevaluatedProperties: marker }],
  ["propertyNames", { type: "object", minProperties: 1, propertyNames: marker }],
  [
    "dependentSchemas",
    {
      type: "object",
      ...needsName,
      dependentSchemas: { name: { required: ["other"], properties: { other: marker } } },
    },
  ],
  ["items", { type: "array", minItems: 1, items: marker }],
  ["prefixItems", { type: "array", minItems: 1, prefixItems: [marker] }],
  ["unevaluatedItems", { type: "array", minItems: 1, unevaluatedItems: marker }],
  [
    "unevaluatedItems behind others",
    { type: "array", minItems: 2, prefixItems: [{ const: 1 }], unevaluatedItems: marker },
  ],
  ["contains", { type: "array", contains: marker }],
  ["contains behind others", { type: "array", prefixItems: [{ const: 1 }], contains: marker }],
  [
    "contains what items do not evaluate",
    { type: "array", contains: marker, unevaluatedItems: false },
  ],
  ["allOf", { allOf: [{ type: "string" }, marker] }],
  ["anyOf", { anyOf: [false, marker] }],
  ["oneOf", { oneOf: [marker, false] }],
  [
    "then",
    conditional('{ "if": { "type": "string" }, "then": { "const": "marker" }, "else": false }'),
  ],
  [
    "else",
    conditional(
      '{ "if": { "type": "string", "minLength": 7 }, "then": false, "else": { "const": "marker" } }',
    ),
  ],
  ["if", conditional('{ "if": { "const": "marker" }, "else": false }')],
  [
    "contentSchema",
    { type: "string", contentMediaType: "application/json", contentSchema: marker },
  ],
];
