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
  $schema: ["The dialect of JSON Schema that this schema has.", text],
  $vocabulary: ["The vocabularies of a dialect.", { type: "object" }],
  $id: ["The address of this schema, which references in it are relative to.", text],
  $anchor: ["A name that references have behind #.", text],
  $dynamicAnchor: ["A name that `$dynamicRef` finds in the outermost schema that has it.", text],
  $ref: ["The schema that stands elsewhere.", text],
  $dynamicRef: ["The schema of a `$dynamicAnchor`.", text],
  $defs: ["Schemas that others refer to."],
  $comment: ["A note for those who read the description.", text],
  allOf: ["A value is of every one of these schemas."],
  anyOf: ["A value is of one of these schemas, or of several."],
  oneOf: ["A value is of exactly one of these schemas."],
  not: ["A value is not of this schema."],
  if: ["Where a value is of this schema, `then` holds, else `else`."],
  then: ["Holds where a value is of the schema of `if`."],
  else: ["Holds where a value is not of the schema of `if`."],
  dependentSchemas: ["Schemas of the object where it has these properties."],
  prefixItems: ["The first items of a list, one after the other."],
  items: ["The items of a list; behind `prefixItems`, the others."],
  contains: ["An item that a list has."],
  properties: ["The properties of an object, by their names."],
  patternProperties: ["The properties whose names match a pattern."],
  additionalProperties: ["The properties that are not named; false: there are none."],
  propertyNames: ["The names of properties."],
  unevaluatedItems: ["The items that no other keyword speaks of."],
  unevaluatedProperties: ["The properties that no other keyword speaks of, also of `allOf`."],
  type: [
    "The type of values, since OpenAPI 3.1 also several.",
    { anyOf: [{ enum: typeNames }, { type: "array", minItems: 1, items: { enum: typeNames } }] },
  ],
  enum: ["All values that there are.", { type: "array" }],
  const: ["The only value that there is.", any],
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
  maxLength: ["The most characters of a text.", count],
  minLength: ["The fewest characters of a text.", count],
  pattern: [
    "A regular expression of ECMAScript that a text matches anywhere; ^ and $ are its ends.",
    text,
  ],
  maxItems: ["The most items of a list.", count],
  minItems: ["The fewest items of a list.", count],
  uniqueItems: ["True if no two items of a list are equal.", flag],
  maxContains: ["The most items that are of the schema of `contains`.", count],
  minContains: ["The fewest items that are of the schema of `contains`.", count],
  maxProperties: ["The most properties of an object.", count],
  minProperties: ["The fewest properties of an object.", count],
  required: ["The names of the properties that an object always has.", texts],
  dependentRequired: ["Properties that an object has where it has another one.", textsByName],
  format: ["What kind of text or number it is.", { type: "string", examples: formats }],
  contentEncoding: ["How a text holds binary data, such as base64.", text],
  contentMediaType: ["The media type of what a text holds.", text],
  contentSchema: ["What a text holds, once it is decoded."],
  title: ["A short name for people.", text],
  description: ["What values mean, in Markdown.", text],
  default: ["The value where none is sent.", any],
  deprecated: ["True if it is not to be used any more.", flag],
  readOnly: ["True if it comes with answers only.", flag],
  writeOnly: ["True if it is sent with requests only.", flag],
  examples: ["Values as examples, in a list.", { type: ["array", "object"] }],
  discriminator: ["How alternatives are told apart."],
  xml: ["How a value is written in XML."],
  externalDocs: ["Where more is written about it."],
  example: ["A value as an example; since OpenAPI 3.1 better `examples`.", any],
  nullable: ["True if null is a value too; since OpenAPI 3.1 `type` says so.", flag],
  id: ["The address of this schema in earlier drafts: `$id`.", text],
  definitions: ["Schemas that others refer to, in earlier drafts: `$defs`."],
  dependencies: [
    "What an object has where it has another property, in earlier drafts.",
    { type: "object" },
  ],
  additionalItems: ["The items behind a list of `items`, in earlier drafts.", any],
  $recursiveRef: ["The schema of a `$recursiveAnchor`, in an earlier draft.", text],
  $recursiveAnchor: ["True if `$recursiveRef` finds this schema, in an earlier draft.", flag],
};
