/* oxlint-disable unicorn/no-thenable -- then is a keyword of JSON Schema */
import type { Schema } from "./schema.ts";

const text: Schema = { type: "string" };
const flag: Schema = { type: "boolean" };
const count: Schema = { type: "integer", minimum: 0 };
const number: Schema = { type: "number" };
const any: Schema = {};
const texts: Schema = { type: "array", items: text };
const textsByName: Schema = { type: "object", additionalProperties: texts };
/** An exclusive bound: a number since 3.1, a flag beside the bound in 3.0. */
const exclusive: Schema = { type: ["number", "boolean"] };

export const typeNames = ["string", "integer", "number", "boolean", "object", "array", "null"];

/** The formats that editors suggest: those that validators check or that have types of their own. */
const formats = [
  "date-time",
  "date",
  "time",
  "duration",
  "uuid",
  "email",
  "uri",
  "uri-reference",
  "hostname",
  "ipv4",
  "ipv6",
  "int32",
  "int64",
  "float",
  "double",
  "binary",
  "byte",
  "password",
];

/**
 * The description that editors show for each keyword of a Schema Object, and the schema of its value. For keywords that
 * contain schemas, the table of members defines the value.
 */
export const keywordSchemas: Readonly<Record<string, readonly [text: string, value?: Schema]>> = {
  $schema: ["The JSON Schema dialect of this schema.", text],
  $vocabulary: ["The vocabularies of a dialect.", { type: "object" }],
  $id: ["The URI of this schema, to which its references are relative.", text],
  $anchor: ["A name for references, after #.", text],
  $dynamicAnchor: ["A name for `$dynamicRef`, which finds it in the outermost schema.", text],
  $ref: ["A reference to another schema.", text],
  $dynamicRef: ["A reference to a `$dynamicAnchor`.", text],
  $defs: ["Reusable schemas."],
  $comment: ["A note for readers of the description.", text],
  allOf: ["A value matches all of these schemas."],
  anyOf: ["A value matches at least one of these schemas."],
  oneOf: ["A value matches exactly one of these schemas."],
  not: ["A value does not match this schema."],
  if: ["If a value matches this schema, `then` applies, otherwise `else`."],
  then: ["Applies if a value matches the schema of `if`."],
  else: ["Applies if a value does not match the schema of `if`."],
  dependentSchemas: ["Schemas of the object if it has these properties."],
  prefixItems: ["The first items of a list, in order."],
  items: ["The items of a list, after those of `prefixItems`."],
  contains: ["The schema of at least one item of a list."],
  properties: ["The properties of an object, by name."],
  patternProperties: ["The properties whose names match a pattern."],
  additionalProperties: ["Properties without a name in the schema; false allows none."],
  propertyNames: ["The names of properties."],
  unevaluatedItems: ["Items that no other keyword describes."],
  unevaluatedProperties: [
    "Properties that no other keyword describes, including those in `allOf`.",
  ],
  type: [
    "The type of the value, or since OpenAPI 3.1 a list of types.",
    { anyOf: [{ enum: typeNames }, { type: "array", minItems: 1, items: { enum: typeNames } }] },
  ],
  enum: ["All allowed values.", { type: "array" }],
  const: ["The only allowed value.", any],
  multipleOf: ["Numbers are multiples of this one.", { type: "number", exclusiveMinimum: 0 }],
  maximum: ["The greatest number.", number],
  exclusiveMaximum: [
    "Numbers are less than this one; in OpenAPI 3.0, true: less than `maximum`.",
    exclusive,
  ],
  minimum: ["The least number.", number],
  exclusiveMinimum: [
    "Numbers are greater than this one; in OpenAPI 3.0, true: greater than `minimum`.",
    exclusive,
  ],
  maxLength: ["The maximum number of characters of a string.", count],
  minLength: ["The minimum number of characters of a string.", count],
  pattern: [
    "An ECMAScript regular expression that matches anywhere in a string; ^ and $ are its start and end.",
    text,
  ],
  maxItems: ["The maximum number of items of a list.", count],
  minItems: ["The minimum number of items of a list.", count],
  uniqueItems: ["True if no two items of a list are equal.", flag],
  maxContains: ["The maximum number of items that match `contains`.", count],
  minContains: ["The minimum number of items that match `contains`.", count],
  maxProperties: ["The maximum number of properties of an object.", count],
  minProperties: ["The minimum number of properties of an object.", count],
  required: ["The names of the required properties.", texts],
  dependentRequired: ["Properties that are required if another one is present.", textsByName],
  format: ["The kind of string or number.", { type: "string", examples: formats }],
  contentEncoding: ["The encoding of binary data in a string, such as base64.", text],
  contentMediaType: ["The media type of a string's content.", text],
  contentSchema: ["The schema of a string's decoded content."],
  title: ["A short title for readers.", text],
  description: ["A description of the value, in Markdown.", text],
  default: ["The default value.", any],
  deprecated: ["True if it is deprecated.", flag],
  readOnly: ["True if it occurs only in responses.", flag],
  writeOnly: ["True if it occurs only in requests.", flag],
  examples: ["A list of examples.", { type: ["array", "object"] }],
  discriminator: ["How alternatives are distinguished."],
  xml: ["How the value is serialized in XML."],
  externalDocs: ["External documentation."],
  example: ["An example of the value; prefer `examples` since OpenAPI 3.1.", any],
  nullable: ["True if null is allowed; since OpenAPI 3.1, use `type`.", flag],
  id: ["The URI of this schema in earlier drafts; now `$id`.", text],
  definitions: ["Reusable schemas in earlier drafts; now `$defs`."],
  dependencies: [
    "Requirements of an object with another property, in earlier drafts.",
    { type: "object" },
  ],
  additionalItems: ["The items after a list of `items`, in earlier drafts.", any],
  $recursiveRef: ["A reference to a `$recursiveAnchor`, in an earlier draft.", text],
  $recursiveAnchor: ["True if `$recursiveRef` finds this schema, in an earlier draft.", flag],
};
