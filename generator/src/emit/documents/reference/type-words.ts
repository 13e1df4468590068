import { literal, markdownCode } from "../../../escape.ts";
import { arrayMember, isObject, member, stringMember, type Json } from "../../../json.ts";
import type { MediaType } from "../../../model/api-model.ts";
import type { ObjectSchema, Schema } from "../../../model/schema/schema.ts";
import { schemaTypeName } from "../../../names.ts";

/** The most alternatives that a type is written out with. */
const mostAlternatives = 8;

/** The type of a body of a media type in short, as callers and handlers hold it. */
export function bodyWords(media: MediaType): string {
  const { kind, stream, schema } = media;
  if (kind === "binary" && stream === undefined) return "Blob";
  if (kind === "text" && stream === undefined) return "string";
  const words = schema === undefined ? "unknown" : typeWords(schema.meaning);
  return stream === undefined ? words : `AsyncIterable<${words}>`;
}

/** The TypeScript type of a schema in short: names where there are some, `object` for what a table has the members of. */
export function typeWords(schema: Schema, depth = 0): string {
  if (depth > mostLevels) return "unknown";
  switch (schema.kind) {
    case "unknown":
    case "null":
    case "boolean":
    case "number":
    case "string":
      return schema.kind;
    case "impossible":
      return "never";
    case "binary":
      return "Blob";
    case "date":
      return "Date";
    case "enum":
      return literals(schema.values);
    case "array":
    case "tuple":
      return listWords(schema.items, depth);
    case "object":
      return objectWords(schema, depth);
    case "union":
      return union(schema.alternatives.map((one) => typeWords(one, depth + 1)));
    case "intersection":
      return intersection(schema.parts.map((one) => typeWords(one, depth + 1)));
    case "reference":
      return schemaTypeName(schema.name);
    case "required":
      return typeWords(schema.schema, depth);
  }
}

/** The levels of lists, maps and alternatives in each other that are written out. */
const mostLevels = 5;

function intersection(parts: readonly string[]): string {
  const all = [...new Set(parts.filter((one) => one !== "unknown"))];
  if (all.length < 2) return all[0] ?? "unknown";
  return all.map((one) => (one.includes(" | ") ? `(${one})` : one)).join(" & ");
}

function listWords(schema: Schema | undefined, depth: number): string {
  const items = schema === undefined ? "unknown" : typeWords(schema, depth + 1);
  return /^[\w$]+(\[\])*$/.test(items) ? `${items}[]` : `(${items})[]`;
}

function objectWords({ properties, additional }: ObjectSchema, depth: number): string {
  const [others] = additional;
  if (properties.length > 0 || others === undefined) return "object";
  return `Record<string, ${typeWords(others.schema, depth + 1)}>`;
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
