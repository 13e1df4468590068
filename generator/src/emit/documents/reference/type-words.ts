import { literal, markdownCode } from "@openapi-packages/description/text/escape";
import { isObject, type Json } from "@openapi-packages/description/json/json";
import type { MediaType } from "@openapi-packages/description/model/api-model";
import {
  isBigInt,
  typedSchema,
  type DocumentedSchema,
  type ObjectSchema,
  type Schema,
} from "@openapi-packages/description/model/schema/schema";
import { constraintsOf, limitWords } from "../../limit-words.ts";
import { schemaTypeName } from "@openapi-packages/description/names/names";

/** The most alternatives to list in a type. */
const mostAlternatives = 8;

/** Returns the short type of a body, as callers and handlers use it. */
export function bodyWords(media: MediaType): string {
  const { kind, stream, schema } = media;
  if (kind === "binary" && stream === undefined) return "Blob";
  if (kind === "text" && stream === undefined) return "string";
  const words = schema === undefined ? "unknown" : typeWords(schema.meaning);
  return stream === undefined ? words : `AsyncIterable<${words}>`;
}

/**
 * Returns the short TypeScript type of a schema: its name, or `object` if a table lists its
 * members.
 */
export function typeWords(schema: Schema, depth = 0): string {
  if (depth > mostLevels) return "unknown";
  switch (schema.kind) {
    case "unknown":
    case "null":
    case "boolean":
    case "string":
      return schema.kind;
    case "number":
      return isBigInt(schema) ? "bigint" : "number";
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

/** The most nested lists, maps and alternatives to print. */
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
  return `Record<string, ${typeWords(typedSchema(others), depth + 1)}>`;
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

/** Describes the constraints of a schema in Markdown; empty if there are none. */
export function boundsWords({ schema, annotations }: DocumentedSchema): string {
  const constraints = constraintsOf(schema);
  const { format, default: fallback } = annotations;
  const hasFormat = typeof format === "string" && schema.kind !== "binary";
  return [
    ...(constraints.isInteger === true ? ["integer"] : []),
    ...(hasFormat ? [markdownCode(format)] : []),
    ...limitWords(constraints),
    ...(constraints.patterns ?? []).map((pattern) => `matches ${markdownCode(pattern)}`),
    ...(schema.kind === "enum" && schema.values.length > mostAlternatives
      ? [oneOf(schema.values)]
      : []),
    ...(fallback === undefined ? [] : [`default ${markdownCode(short(literal(fallback)))}`]),
  ].join(", ");
}

/** The most values of an enum to list. */
const mostValues = 30;

function oneOf(values: readonly Json[]): string {
  const listed = values.slice(0, mostValues).map((value) => markdownCode(literal(value)));
  const rest = values.length - listed.length;
  return `one of ${listed.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
