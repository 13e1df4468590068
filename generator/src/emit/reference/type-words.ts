import { isBinary } from "../../compile/file-schemas.ts";
import { literal, markdownCode } from "../../escape.ts";
import {
  arrayMember,
  isObject,
  member,
  stringMember,
  type Json,
  type JsonObject,
} from "../../json.ts";
import { dateSchema } from "../../model/conversions/mark-dates.ts";
import type { MediaType } from "../../model/api-model.ts";
import { schemaTypeName } from "../../names.ts";
import { referencedName } from "../../subschemas.ts";

/** The most alternatives that a type is written out with. */
const mostAlternatives = 8;

/** The type of a body of a media type in short, as callers and handlers hold it. */
export function bodyWords(media: MediaType): string {
  const { kind, stream, schema } = media;
  if (kind === "binary" && stream === undefined) return "Blob";
  if (kind === "text" && stream === undefined) return "string";
  const words = schema === undefined ? "unknown" : typeWords(schema.schema);
  return stream === undefined ? words : `AsyncIterable<${words}>`;
}

/** The TypeScript type of a schema in short: names where there are some, `object` for what a table has the members of. */
export function typeWords(schema: Json, depth = 0): string {
  if (!isObject(schema)) return schema === false ? "never" : "unknown";
  const name = referencedName(schema);
  if (name !== undefined) return schemaTypeName(name);
  const values = member(schema, "const") === undefined ? member(schema, "enum") : [schema["const"]];
  if (Array.isArray(values)) return literals(values as readonly Json[]);
  if (dateSchema(schema) !== undefined) return "Date";
  if (isBinary(schema)) return "Blob";
  if (depth > 4) return "unknown";
  const alternatives = [...arrayMember(schema, "oneOf"), ...arrayMember(schema, "anyOf")];
  if (alternatives.length > 0) return union(alternatives.map((one) => typeWords(one, depth + 1)));
  const parts = arrayMember(schema, "allOf").map((one) => typeWords(one, depth + 1));
  const known = parts.filter((one) => one !== "unknown");
  const own = coreWords(schema, depth);
  if (known.length === 0) return own;
  const all = [...new Set([...known, ...(own === "unknown" || own === "object" ? [] : [own])])];
  if (all.length === 1) return known[0] ?? own;
  return all.map((one) => (one.includes(" | ") ? `(${one})` : one)).join(" & ");
}

function coreWords(schema: JsonObject, depth: number): string {
  const type = member(schema, "type");
  const types = Array.isArray(type) ? type.map(String) : [String(type ?? inferred(schema))];
  return union(
    types.map((one) => {
      if (one === "integer") return "number";
      if (one === "array") return listWords(schema, depth);
      return one === "object" ? objectWords(schema, depth) : one;
    }),
  );
}

function inferred(schema: JsonObject): string {
  if (member(schema, "properties") !== undefined) return "object";
  return member(schema, "items") === undefined ? "unknown" : "array";
}

function listWords(schema: JsonObject, depth: number): string {
  const items = typeWords(member(schema, "items") ?? true, depth + 1);
  return /^[\w$]+(\[\])*$/.test(items) ? `${items}[]` : `(${items})[]`;
}

function objectWords(schema: JsonObject, depth: number): string {
  const others = member(schema, "additionalProperties");
  const hasMembers = member(schema, "properties") !== undefined;
  if (hasMembers || !isObject(others)) return "object";
  return `Record<string, ${typeWords(others, depth + 1)}>`;
}

function literals(values: readonly Json[]): string {
  if (values.length > mostAlternatives) {
    const kinds = values.map((value) => (value === null ? "null" : typeof value));
    return union([...new Set(kinds)]);
  }
  return union(
    values.map((value) => (isObject(value) || Array.isArray(value) ? "object" : literal(value))),
  );
}

function union(all: readonly string[]): string {
  const types = [...new Set(all)];
  if (types.length <= mostAlternatives) return types.join(" | ");
  return `${types.slice(0, mostAlternatives).join(" | ")} | …`;
}

/** What a schema demands of its values beside their type, in Markdown; empty where that is nothing. */
export function boundsWords(schema: Json): string {
  if (!isObject(schema)) return "";
  const text = (name: string): string => String(member(schema, name));
  const has = (name: string): boolean =>
    ["number", "boolean"].includes(typeof member(schema, name));
  const range = (from: string, to: string, unit: string): string[] => {
    if (!has(from) && !has(to)) return [];
    const words = [
      ...(has(from) ? [`at least ${text(from)}`] : []),
      ...(has(to) ? [`at most ${text(to)}`] : []),
    ];
    return [`${words.join(", ")}${unit}`];
  };
  const values = arrayMember(schema, "enum");
  const format = stringMember(schema, "format");
  const pattern = stringMember(schema, "pattern");
  const fallback = member(schema, "default");
  return [
    ...(member(schema, "type") === "integer" ? ["integer"] : []),
    ...(format === undefined || format === "binary" ? [] : [markdownCode(format)]),
    ...range("minimum", "maximum", ""),
    ...range("exclusiveMinimum", "exclusiveMaximum", " (exclusive)"),
    ...range("minLength", "maxLength", " characters"),
    ...range("minItems", "maxItems", " items"),
    ...(has("multipleOf") ? [`multiple of ${text("multipleOf")}`] : []),
    ...(pattern === undefined ? [] : [`matches ${markdownCode(pattern)}`]),
    ...(values.length > mostAlternatives ? [oneOf(values)] : []),
    ...(fallback === undefined ? [] : [`default ${markdownCode(short(literal(fallback)))}`]),
  ].join(", ");
}

/** The most values of an enum that are listed. */
const mostValues = 30;

function oneOf(values: readonly Json[]): string {
  const listed = values.slice(0, mostValues).map((value) => markdownCode(literal(value)));
  const rest = values.length - listed.length;
  return `one of ${listed.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
