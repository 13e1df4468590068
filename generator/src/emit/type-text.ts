import {
  arrayMember,
  isObject,
  member,
  stringMember,
  type Json,
  type JsonObject,
} from "../json.ts";
import { schemaName } from "../subschemas.ts";
import { SchemaFacts } from "../model/types/schema-facts.ts";
import { TypePlace, type TypeContext } from "../model/types/type-context.ts";
import { typeShape } from "../model/types/type-schema.ts";
import { schemaTypeName } from "../names.ts";
import { literal, propertyKey } from "../escape.ts";
import type { MediaType, SchemaPlace } from "../model/api-model.ts";
import type { ModuleScope } from "./module-scope.ts";

/** The module of all schema types. */
export const schemaModule = "contract/src/schema.ts";

/** What is written out where it stands asks nothing of the rest of the document. */
const inlineContext: TypeContext = {
  facts: new SchemaFacts({}),
  isRead: false,
  hasDefault: () => false,
  isOpen: () => false,
  isTagOf: () => false,
  alternatives: () => 1,
  widen: () => undefined,
};

/** The type of a schema: its name where it has one, else its shape written out. */
export function typeText(scope: ModuleScope, { schema }: SchemaPlace): string {
  return shapeText(scope, typeShape(inlineContext, schema, new TypePlace([])));
}

/** The type of a body of a media type, as callers and handlers hold it. */
export function bodyText(scope: ModuleScope, { kind, schema, stream }: MediaType): string {
  if (kind === "binary") return "Blob";
  if (kind === "text" && stream === undefined) return "string";
  const item = schema === undefined ? "unknown" : typeText(scope, schema);
  return stream === undefined ? item : `AsyncIterable<${item}>`;
}

function shapeText(scope: ModuleScope, shape: Json): string {
  if (!isObject(shape)) return "never";
  const below = (inner: Json): string => shapeText(scope, inner);
  const reference = stringMember(shape, "$ref");
  if (reference !== undefined) return referenceText(scope, reference);
  const constant = member(shape, "const");
  if (constant !== undefined) return literal(constant);
  const values = member(shape, "enum");
  if (Array.isArray(values)) return union((values as readonly Json[]).map(literal));
  const branches = arrayMember(shape, "anyOf");
  if (branches.length > 0) return union(branches.map(below));
  const parts = arrayMember(shape, "allOf");
  if (parts.length > 0) return parts.map((part) => `(${below(part)})`).join(" & ");
  return typedText(shape, below);
}

function referenceText(scope: ModuleScope, reference: string): string {
  const name = schemaName(reference);
  if (name === undefined) return "unknown";
  return scope.use({ name: schemaTypeName(name), module: schemaModule, isType: true });
}

type Below = (inner: Json) => string;

function typedText(shape: JsonObject, below: Below): string {
  const type = shape["type"];
  switch (type) {
    case "string":
    case "number":
    case "boolean":
    case "null":
      return type;
    case "list":
      return `(${below(member(shape, "items") ?? {})})[]`;
    case "tuple":
      return tupleText(shape, below);
    case "empty":
      return "{ [name: string]: never }";
    case "hollow":
      return "{}";
    case "object":
    case "mixed":
      return objectText(shape, below);
    default:
      return "unknown";
  }
}

function tupleText(shape: JsonObject, below: Below): string {
  const items = arrayMember(shape, "prefix").map(
    (item, index) => `(${below(item)})${index < Number(shape["min"]) ? "" : "?"}`,
  );
  const rest = member(shape, "rest");
  return `[${[...items, ...(rest === undefined ? [] : [`...(${below(rest)})[]`])].join(", ")}]`;
}

function objectText(shape: JsonObject, below: Below): string {
  const properties = member(shape, "properties");
  const required = arrayMember(shape, "required");
  const members = Object.entries(isObject(properties) ? properties : {}).map(
    ([name, property]) =>
      `${propertyKey(name)}${required.includes(name) ? "" : "?"}: ${below(property)};`,
  );
  const index = arrayMember(shape, "index").map((entry) => {
    const prefix = stringMember(entry, "prefix") ?? "";
    const key = prefix === "" ? "string" : `\`${prefix}\${string}\``;
    const isOptional = member(entry, "isOptional") === true;
    const value = below(member(entry, "schema") ?? {});
    return `[name: ${key}]: ${value}${isOptional && value !== "unknown" ? " | undefined" : ""};`;
  });
  if (members.length === 0 && index.length === 0) return "{ [name: string]: unknown }";
  return `{ ${[...members, ...index].join(" ")} }`;
}

function union(members: readonly string[]): string {
  const unique = [...new Set(members)];
  return unique.length === 1
    ? (unique[0] ?? "never")
    : unique.map((one) => (/[&]/.test(one) ? `(${one})` : one)).join(" | ");
}
