import { annotationKeywords } from "../../json/annotation-keywords.ts";
import { arrayMember, isObject, member, type Json, type JsonObject } from "../../json/json.ts";
import { referencedName } from "../../json/subschemas.ts";
import { isInt64Schema } from "../conversions/value-types.ts";
import { combineParts } from "./combine-parts.ts";
import { constraintsOf } from "./constraints.ts";
import { literalSchema } from "./literal-values.ts";
import { objectPart, type SchemaBuilders } from "./object-part.ts";
import { extensibleEnum, withOpenValues } from "./open-values.ts";
import type { Part } from "./parts.ts";
import {
  impossible,
  unknown,
  type DocumentedSchema,
  type Schema,
  type UnionDiscriminator,
} from "./schema.ts";
import type { SchemaContext, SchemaPath } from "./schema-context.ts";
import { discriminatorOf } from "../unions/discriminator.ts";
import { fallbackOf } from "../unions/union-choice.ts";
import { unionOf } from "./union-of.ts";

/**
 * Keywords that describe a schema without constraining its values. `format` is included, because it
 * interests readers of the documentation.
 */
const documenting = [
  ...annotationKeywords,
  "format",
  "x-assumption",
  "x-common-errors",
  "x-lifecycle",
  "x-not-shown",
  "x-unique",
];

/**
 * The keywords that a schema inherits from its `allOf` parts, or from the one alternative beside
 * `null`.
 */
const inherited = new Set(
  documenting.filter(
    (name) => !["$comment", "externalDocs", "readOnly", "title", "xml"].includes(name),
  ),
);

/** Builds a schema together with its annotations. */
export function buildDocumented(
  context: SchemaContext,
  json: Json,
  place: SchemaPath,
): DocumentedSchema {
  return {
    schema: buildSchema(context, json, place),
    annotations: annotationsOf(json),
  };
}

/** Returns the annotations of a schema, including those inherited from its parts. */
function annotationsOf(json: Json): JsonObject {
  if (!isObject(json)) return {};
  const own: [string, Json][] = [];
  for (const name of documenting)
    if (Object.hasOwn(json, name)) own.push([name, json[name] as Json]);
  const within = [...arrayMember(json, "allOf"), ...onlyAlternative(json)]
    .flatMap((one) => Object.entries(annotationsOf(one)))
    .filter(([name]) => inherited.has(name));
  return Object.fromEntries([...within.toReversed(), ...own]);
}

/** Returns the only alternative beside `null`, if there is exactly one. */
function onlyAlternative(json: Json): readonly Json[] {
  const alternatives = [...arrayMember(json, "anyOf"), ...arrayMember(json, "oneOf")];
  const others = alternatives.filter((one) => member(one, "type") !== "null");
  return others.length === 1 && alternatives.length > 1 ? others : [];
}

/** Builds the type model of a schema (JSON Schema 2020-12; OpenAPI 3.1, Schema Object). */
export function buildSchema(context: SchemaContext, json: Json, place: SchemaPath): Schema {
  return combineParts(context, schemaParts(context, json, place), place);
}

/** Returns the parts of a schema; a value must conform to all of them. */
function schemaParts(context: SchemaContext, json: Json, place: SchemaPath): Part[] {
  if (!isObject(json)) return json === false ? [{ kind: "schema", schema: impossible }] : [];
  if (isAnything(member(json, "not"))) return [{ kind: "schema", schema: impossible }];
  const literal = literalSchema(json);
  if (literal !== undefined)
    return [
      { kind: "schema", schema: context.isOpen(place) ? withOpenValues(literal, json) : literal },
    ];
  const extensible = extensibleEnum(json);
  if (extensible !== undefined) return [{ kind: "schema", schema: extensible }];
  const parts: Part[] = [];
  const name = referencedName(json);
  if (name !== undefined) {
    parts.push({ kind: "schema", schema: { kind: "reference", name } });
    if (context.isTagOf(json, name)) return parts;
  }
  parts.push(...typeParts(context, json, place));
  for (const [index, part] of arrayMember(json, "allOf").entries())
    parts.push(...schemaParts(context, part, place.below("allOf", index)));
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const branches = arrayMember(json, keyword);
    if (branches.length === 0) continue;
    const constants = constantsOf(branches);
    if (constants !== undefined) {
      parts.push(...schemaParts(context, { enum: constants }, place));
      continue;
    }
    const alternatives = branches.map((branch, index) =>
      buildSchema(context, branch, place.below(keyword, index)),
    );
    parts.push({
      kind: "schema",
      schema: unionOf(alternatives, unionDiscriminator(json, branches)),
    });
  }
  return parts;
}

function unionDiscriminator(
  json: JsonObject,
  branches: readonly Json[],
): UnionDiscriminator | undefined {
  const property = discriminatorOf(json)?.property;
  if (property === undefined) return undefined;
  const fallback = fallbackOf(branches, property);
  return { property, ...(fallback && { fallback }) };
}

/** Returns true for a schema that every value conforms to: `true` or `{}`. */
function isAnything(json: Json | undefined): boolean {
  return json === true || (isObject(json) && Object.keys(json).length === 0);
}

/** Returns the values of alternatives if all of them are constants, which together make an enum. */
export function constantsOf(branches: readonly Json[]): Json[] | undefined {
  const values = branches.flatMap((branch) => {
    const value = member(branch, "const");
    const isPossible =
      value !== undefined && literalSchema(branch as JsonObject)?.kind !== "impossible";
    return isPossible ? [value] : [];
  });
  return values.length === branches.length ? values : undefined;
}

/** Builds the part that comes from `type` and the keywords for these types. */
function typeParts(context: SchemaContext, json: JsonObject, place: SchemaPath): Part[] {
  const types = typesOf(json);
  if (types.length === 0) {
    const required = member(json, "required");
    return Array.isArray(required) ? [objectPart(builders, context, json, place, false)] : [];
  }
  if (types.length === 1 && types[0] === "object")
    return [objectPart(builders, context, json, place, true)];
  const schemas = types.map((type) => schemaOfType(context, json, type, place));
  const isBare = schemas.every(saysTypeAlone);
  return [{ kind: "schema", schema: unionOf(schemas), isBare }];
}

function saysTypeAlone(schema: Schema): boolean {
  if (schema.kind === "object") return schema.properties.length + schema.additional.length === 0;
  return ["null", "boolean", "number", "string"].includes(schema.kind);
}

function typesOf(json: JsonObject): string[] {
  const type = member(json, "type");
  const types = Array.isArray(type) ? (type as readonly Json[]) : [type ?? inferredType(json)];
  const names = types.flatMap((one) =>
    typeof one === "string" ? [one === "integer" ? "number" : one] : [],
  );
  return [...new Set(names)];
}

const objectKeywords = ["properties", "patternProperties", "propertyNames", "minProperties"];

function inferredType(json: JsonObject): string | undefined {
  if (objectKeywords.some((name) => member(json, name) !== undefined)) return "object";
  if (isObject(member(json, "additionalProperties"))) return "object";
  const isArray = ["items", "prefixItems"].some((name) => member(json, name) !== undefined);
  return isArray ? "array" : undefined;
}

function schemaOfType(
  context: SchemaContext,
  json: JsonObject,
  type: string,
  place: SchemaPath,
): Schema {
  switch (type) {
    case "array":
      return arraySchema(context, json, place);
    case "object":
      return combineParts(context, [objectPart(builders, context, json, place, true)], place);
    case "string":
      return stringSchema(context, json, place);
    case "number":
      return numberSchema(context, json, place);
    case "null":
    case "boolean":
      return { kind: type };
    default:
      return unknown;
  }
}

function numberSchema(context: SchemaContext, json: JsonObject, place: SchemaPath): Schema {
  const bigIntAt = isInt64Schema(json) ? context.bigIntAt(place) : undefined;
  const number = { kind: "number" as const, ...constraintsOf(json, "number") };
  return bigIntAt === undefined ? number : { ...number, bigIntAt };
}

function stringSchema(context: SchemaContext, json: JsonObject, place: SchemaPath): Schema {
  const date = json["format"] === "date-time" ? context.dateAt(place) : undefined;
  if (date !== undefined) return date;
  if (json["format"] === "binary") return { kind: "binary" };
  return { kind: "string", ...constraintsOf(json, "string") };
}

function arraySchema(context: SchemaContext, json: JsonObject, place: SchemaPath): Schema {
  const items = member(json, "items");
  const isOldTuple = Array.isArray(items);
  const prefix = isOldTuple ? (items as readonly Json[]) : arrayMember(json, "prefixItems");
  const rest = isOldTuple ? member(json, "additionalItems") : items;
  const restSchema = (): Schema => buildSchema(context, rest ?? true, place.below("items"));
  if (prefix.length === 0 && rest !== false)
    return { kind: "array", items: restSchema(), ...constraintsOf(json, "array") };
  const { min, max } = bounds(json);
  const prefixItems = prefix
    .slice(0, max)
    .map((item, index) => buildSchema(context, item, place.below("prefixItems", index)));
  const isClosed = rest === false || max <= prefix.length;
  return {
    kind: "tuple",
    prefixItems,
    minItems: Math.min(min, prefixItems.length),
    items: isClosed ? undefined : restSchema(),
  };
}

function bounds(json: JsonObject): { readonly min: number; readonly max: number } {
  const min = member(json, "minItems");
  const max = member(json, "maxItems");
  return {
    min: typeof min === "number" ? min : 0,
    max: typeof max === "number" ? Math.max(0, max) : Infinity,
  };
}

const builders: SchemaBuilders = { buildSchema, buildDocumented };
