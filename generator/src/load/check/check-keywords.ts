import { isObject, toPointer, type Json, type JsonObject } from "../../json.ts";

/** The kind of value that a keyword must have (JSON Schema 2020-12 validation, section 6; core, section 8). */
interface Rule {
  readonly wanted: string;
  holds(value: Json): boolean;
}

const number: Rule = { wanted: "a number", holds: (value) => Number.isFinite(value) };
const positive: Rule = {
  wanted: "a number above 0",
  holds: (value) => Number.isFinite(value) && Number(value) > 0,
};
const count: Rule = {
  wanted: "a whole number, not below 0",
  holds: (value) => Number.isInteger(value) && Number(value) >= 0,
};
const text: Rule = { wanted: "a string", holds: (value) => typeof value === "string" };
const flag: Rule = { wanted: "true or false", holds: (value) => typeof value === "boolean" };
const names: Rule = { wanted: "a list of names", holds: isListOfNames };
const values: Rule = { wanted: "a list", holds: (value) => Array.isArray(value) };
const namesByName: Rule = {
  wanted: "lists of names by name",
  holds: (value) => isObject(value) && Object.values(value).every(isListOfNames),
};

function isListOfNames(value: Json): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}

const rules = new Map<string, Rule>([
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map(
    (keyword) => [keyword, number] as const,
  ),
  ...[
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "minContains",
    "maxContains",
  ].map((keyword) => [keyword, count] as const),
  ...[
    "$anchor",
    "$comment",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$ref",
    "description",
    "format",
    "pattern",
    "title",
  ].map((keyword) => [keyword, text] as const),
  ...["deprecated", "readOnly", "uniqueItems", "writeOnly"].map(
    (keyword) => [keyword, flag] as const,
  ),
  ["multipleOf", positive],
  ["required", names],
  ["enum", values],
  ["dependentRequired", namesByName],
]);

/**
 * Warns of keywords whose value JSON Schema does not know, and takes them out: no validator can be
 * made of them. Warns of a list of no values as well, which allows none.
 *
 * @param warn gets the JSON pointer of the keyword below the schema
 */
export function checkKeywords(
  schema: JsonObject,
  warn: (code: string, message: string, hint: string, below: string) => void,
): void {
  for (const keyword of Object.keys(schema)) {
    const rule = rules.get(keyword);
    if (rule === undefined || rule.holds(schema[keyword] as Json)) continue;
    warn(
      "keyword-ignored",
      `${keyword} must be ${rule.wanted}, so nothing is made of it`,
      "see JSON Schema 2020-12",
      toPointer([keyword]),
    );
    delete schema[keyword];
  }
  const { enum: allowed } = schema;
  if (Array.isArray(allowed) && allowed.length === 0)
    warn("enum-empty", "enum is empty, so that it allows no value", "list the values", "/enum");
}
