import {
  arrayMember,
  isObject,
  member,
  stringMember,
  type Json,
  type JsonObject,
} from "../load/json.ts";
import { schemaTypeName } from "../names.ts";
import { literal, propertyKey } from "../print/escape.ts";
import type { MediaType, SchemaPlace } from "../model/api-model.ts";
import type { ModuleScope } from "./module-scope.ts";

/** The module of all schema types. */
export const schemaModule = "contract/src/schema.ts";

/** The type of a schema: its name where it has one, else its shape written out. */
export function typeText(scope: ModuleScope, { schema }: SchemaPlace): string {
  return schemaText(scope, schema, 0);
}

/** The type of a body of a media type, as callers and handlers hold it. */
export function bodyText(scope: ModuleScope, { kind, schema, stream }: MediaType): string {
  if (kind === "binary") return "Blob";
  if (kind === "text" && stream === undefined) return "string";
  const item = schema === undefined ? "unknown" : typeText(scope, schema);
  return stream === undefined ? item : `AsyncIterable<${item}>`;
}

function schemaText(scope: ModuleScope, schema: Json, depth: number): string {
  if (!isObject(schema)) return schema === false ? "never" : "unknown";
  const reference = stringMember(schema, "$ref");
  if (reference !== undefined) return referenceText(scope, reference);
  const constant = member(schema, "const");
  if (constant !== undefined) return literal(constant);
  const values = member(schema, "enum");
  if (Array.isArray(values)) return union((values as readonly Json[]).map(literal));
  if (depth > 8) return "unknown";
  const below = (inner: Json): string => schemaText(scope, inner, depth + 1);
  for (const keyword of ["oneOf", "anyOf"]) {
    const branches = arrayMember(schema, keyword);
    if (branches.length > 0) return union(branches.map(below));
  }
  const parts = arrayMember(schema, "allOf");
  if (parts.length > 0) return parts.map((part) => `(${below(part)})`).join(" & ");
  const type = member(schema, "type");
  const types = Array.isArray(type) ? (type as readonly Json[]) : [type ?? inferredType(schema)];
  return union(types.map((one) => primitiveText(schema, one, below)));
}

function inferredType(schema: JsonObject): Json {
  if (member(schema, "properties") !== undefined) return "object";
  return member(schema, "items") === undefined ? null : "array";
}

function referenceText(scope: ModuleScope, reference: string): string {
  const name = /^#\/components\/schemas\/([^/]+)$/.exec(reference)?.[1];
  if (name === undefined) return "unknown";
  const key = name.replaceAll("~1", "/").replaceAll("~0", "~");
  return scope.use({ name: schemaTypeName(key), module: schemaModule, isType: true });
}

function primitiveText(schema: JsonObject, type: Json, below: (inner: Json) => string): string {
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type;
    case "number":
    case "integer":
      return "number";
    case "array":
      return `(${below(member(schema, "items") ?? true)})[]`;
    case "object":
      return objectText(schema, below);
    default:
      return "unknown";
  }
}

function objectText(schema: JsonObject, below: (inner: Json) => string): string {
  const properties = member(schema, "properties");
  const required = arrayMember(schema, "required");
  const members = Object.entries(isObject(properties) ? properties : {}).map(
    ([name, property]) =>
      `${propertyKey(name)}${required.includes(name) ? "" : "?"}: ${below(property)};`,
  );
  const rest = member(schema, "additionalProperties");
  if (members.length === 0)
    return `{ [name: string]: ${rest === undefined ? "unknown" : below(rest)} }`;
  const named = `{ ${members.join(" ")} }`;
  return rest === undefined || rest === false ? named : `${named} & { [name: string]: unknown }`;
}

function union(members: readonly string[]): string {
  const unique = [...new Set(members)];
  return unique.length === 1
    ? (unique[0] ?? "never")
    : unique.map((one) => (/[&]/.test(one) ? `(${one})` : one)).join(" | ");
}
