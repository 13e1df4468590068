import type { DiagnosticCode } from "../../diagnostics/diagnostic-codes.ts";
import { isObject, toPointer, type Json, type JsonObject } from "../../json/json.ts";
import type { Cursor } from "../openapi/openapi-objects.ts";
import { shown } from "./report.ts";

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
 * Warns about keywords whose value JSON Schema does not allow, and removes them, because no validator can be
 * compiled from them. Also warns about an empty `enum`, which allows no value.
 *
 * @param warn receives the JSON pointer of the keyword below the schema
 */
export function checkKeywords(
  cursor: Cursor,
  schema: JsonObject,
  warn: (code: DiagnosticCode, message: string, hint: string, below: string) => void,
): void {
  for (const keyword of Object.keys(schema)) {
    const rule = rules.get(keyword);
    if (rule === undefined || rule.holds(schema[keyword] as Json)) continue;
    const value = schema[keyword] as Json;
    const below = toPointer([keyword]);
    const isFlag = keyword === "required" && (isFlagText(value) || typeof value === "boolean");
    if (isFlag) warn("required-misplaced", requiredMessage(value), requiredHint(cursor), below);
    else {
      const message = `${keyword} must be ${rule.wanted}, but it is ${shown(value)}, so it is ignored`;
      warn("keyword-ignored", message, correction(keyword, value, rule), below);
    }
    delete schema[keyword];
  }
  const { enum: allowed } = schema;
  if (Array.isArray(allowed) && allowed.length === 0)
    warn("enum-empty", "enum is empty, so it allows no value", "list the values", "/enum");
}

const isFlagText = (value: Json): boolean =>
  typeof value === "string" && /^(?:true|false|yes|no|on|off)$/i.test(value);

const requiredMessage = (value: Json): string =>
  `required: ${JSON.stringify(value)} is in a schema, where required is a list of the names of properties, so it is ignored`;

/** Returns the hint that says where to write `required: true` instead. */
function requiredHint({ path, parent }: Cursor): string {
  if (path.length === 2 && path[0] === "properties")
    return "in the schema that has the property, write required: [...] with the names of its required properties";
  if (parent?.name === "Parameter" || parent?.name === "Header")
    return `write it beside schema, as the ${parent.name.toLowerCase()}'s own: required: true`;
  return "write required: [...] with the names of the required properties";
}

/** Returns the hint for a value that would be valid in another type, such as a number in quotes. */
function correction(keyword: string, value: Json, { holds }: Rule): string {
  if (typeof value === "string") {
    const plain = read(value);
    if (plain !== undefined && holds(plain)) return `write ${value}, without quotes`;
    if (holds([value])) return `write a list: ${keyword}: [${value}]`;
  } else if (value === null) return "in YAML a keyword without a value is null: remove it";
  else if (holds(String(value))) return `put it in quotes: "${String(value)}"`;
  return "see JSON Schema 2020-12";
}

function read(written: string): Json | undefined {
  try {
    return JSON.parse(written) as Json;
  } catch {
    return undefined;
  }
}
