import { annotationKeywords } from "../../annotation-keywords.ts";
import {
  arrayMember,
  isObject,
  member,
  stringMember,
  type Json,
  type JsonObject,
} from "../../json.ts";
import { referencedName } from "../../subschemas.ts";
import { standingProperties } from "../renames/mark-renames.ts";
import { convertedType } from "../conversions/mark-dates.ts";
import { literalShape } from "./literal-shape.ts";
import { combineParts, earlierNamesKey } from "./combine-parts.ts";
import type { Part } from "./parts.ts";
import { unionShape } from "./union-shape.ts";
import { objectPart } from "./object-part.ts";
import { extensibleShape, withOpenValues } from "./open-values.ts";
import type { TypeContext, TypePlace } from "./type-context.ts";

/** Keywords that document a type and are no part of it. */
const documenting = [...annotationKeywords, "format"];

const primitives = ["string", "number", "boolean", "null"];

/**
 * A schema as its type needs it: of each keyword what a type can say, and combinations of keywords in
 * few forms. `type` may be one of these besides JSON Schema's: `list`, `tuple`, `mixed`, `with-required`, `converted`,
 * `empty` for an object that may have no members, `hollow` for one whose members are all absent from a
 * variant; an enum that may grow has `isOpen`, an {@link Openness}. The emitter of types knows these forms.
 */
export function typeSchema(context: TypeContext, schema: Json, place: TypePlace): Json {
  const shape = typeShape(context, schema, place);
  if (!isObject(schema) || !isObject(shape)) return shape;
  const documented: JsonObject = {};
  for (const name of documenting) {
    const value = member(schema, name);
    if (value !== undefined) documented[name] = value;
  }
  const earlier = standingProperties(schema).map(({ name }) => name);
  if (earlier.length > 0) documented[earlierNamesKey] = earlier;
  return Object.keys(documented).length === 0 ? shape : { ...documented, ...shape };
}

/** As {@link typeSchema}, without documentation. */
export function typeShape(context: TypeContext, schema: Json, place: TypePlace): Json {
  return combineParts(context, schemaParts(context, schema, place), place);
}

/** The parts that hold all at once. */
function schemaParts(context: TypeContext, schema: Json, place: TypePlace): Part[] {
  if (!isObject(schema)) return schema === false ? [{ kind: "shape", shape: false }] : [];
  if (isNothing(member(schema, "not"))) return [{ kind: "shape", shape: false }];
  const literal = literalShape(schema);
  if (literal !== undefined)
    return [
      { kind: "shape", shape: context.isOpen(place) ? withOpenValues(literal, schema) : literal },
    ];
  const extensible = extensibleShape(schema);
  if (extensible !== undefined) return [{ kind: "shape", shape: extensible }];
  const parts: Part[] = [];
  const name = referencedName(schema);
  if (name !== undefined) {
    parts.push({ kind: "shape", shape: { $ref: stringMember(schema, "$ref") as string } });
    if (context.isTagOf(schema, name)) return parts;
  }
  parts.push(...coreParts(context, schema, place));
  for (const [index, part] of arrayMember(schema, "allOf").entries())
    parts.push(...schemaParts(context, part, place.below("allOf", index)));
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const branches = arrayMember(schema, keyword);
    if (branches.length === 0) continue;
    const constants = constantsOf(branches);
    if (constants !== undefined) {
      parts.push(...schemaParts(context, { enum: constants }, place));
      continue;
    }
    const shapes = branches.map((branch, index) =>
      typeShape(context, branch, place.below(keyword, index)),
    );
    parts.push({ kind: "shape", shape: unionShape(shapes) });
  }
  return parts;
}

/** True if what must not hold always does. */
function isNothing(not: Json | undefined): boolean {
  return not === true || (isObject(not) && Object.keys(not).length === 0);
}

/** The values of alternatives that are constants all of them, which make an enum. */
function constantsOf(branches: readonly Json[]): Json[] | undefined {
  const values = branches.flatMap((branch) => {
    const value = member(branch, "const");
    return value === undefined || literalShape(branch as JsonObject) === false ? [] : [value];
  });
  return values.length === branches.length ? values : undefined;
}

/** The shapes of `type`, and of the keywords for values of these types. */
function coreParts(context: TypeContext, schema: JsonObject, place: TypePlace): Part[] {
  const types = typesOf(schema);
  if (types.length === 0) {
    const required = member(schema, "required");
    return Array.isArray(required)
      ? [objectPart({ typeSchema, typeShape }, context, schema, place, false)]
      : [];
  }
  if (types.length === 1 && types[0] === "object")
    return [objectPart({ typeSchema, typeShape }, context, schema, place, true)];
  const shapes = types.map((type) => coreShape(context, schema, type, place));
  return [{ kind: "shape", shape: unionShape(shapes), isBare: shapes.every(isBare) }];
}

function isBare(shape: Json): boolean {
  return Object.keys(shape as JsonObject).length === 1;
}

function typesOf(schema: JsonObject): string[] {
  const type = member(schema, "type");
  const types = Array.isArray(type) ? (type as readonly Json[]) : [type ?? inferredType(schema)];
  const names = types.flatMap((one) =>
    typeof one === "string" ? [one === "integer" ? "number" : one] : [],
  );
  return [...new Set(names)];
}

const objectKeywords = ["properties", "patternProperties", "propertyNames", "minProperties"];

function inferredType(schema: JsonObject): string | undefined {
  if (objectKeywords.some((name) => member(schema, name) !== undefined)) return "object";
  if (isObject(member(schema, "additionalProperties"))) return "object";
  const isArray = ["items", "prefixItems"].some((name) => member(schema, name) !== undefined);
  return isArray ? "array" : undefined;
}

function coreShape(context: TypeContext, schema: JsonObject, type: string, place: TypePlace): Json {
  if (type === "array") return arrayShape(context, schema, place);
  if (type === "object")
    return combineParts(
      context,
      [objectPart({ typeSchema, typeShape }, context, schema, place, true)],
      place,
    );
  if (!primitives.includes(type)) return {};
  const converted = type === "string" ? convertedType(schema) : undefined;
  if (converted !== undefined) return converted;
  const isBinary = type === "string" && member(schema, "format") === "binary";
  return isBinary ? { type, format: "binary" } : { type };
}

function arrayShape(context: TypeContext, schema: JsonObject, place: TypePlace): Json {
  const items = member(schema, "items");
  const isOldTuple = Array.isArray(items);
  const prefix = isOldTuple ? (items as readonly Json[]) : arrayMember(schema, "prefixItems");
  const rest = isOldTuple ? member(schema, "additionalItems") : items;
  if (prefix.length === 0 && rest !== false)
    return { type: "list", items: typeShape(context, rest ?? true, place.below("items")) };
  const { min, max } = bounds(schema);
  const shapes = prefix
    .slice(0, max)
    .map((item, index) => typeShape(context, item, place.below("prefixItems", index)));
  const isClosed = rest === false || max <= prefix.length;
  return {
    type: "tuple",
    prefix: shapes,
    min: Math.min(min, shapes.length),
    ...(isClosed ? {} : { rest: typeShape(context, rest ?? true, place.below("items")) }),
  };
}

function bounds(schema: JsonObject): { readonly min: number; readonly max: number } {
  const min = member(schema, "minItems");
  const max = member(schema, "maxItems");
  return {
    min: typeof min === "number" ? min : 0,
    max: typeof max === "number" ? Math.max(0, max) : Infinity,
  };
}
