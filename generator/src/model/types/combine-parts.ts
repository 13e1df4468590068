import { annotationKeywords } from "../../annotation-keywords.ts";
import { isObject, member, type Json, type JsonObject } from "../../json.ts";
import { referencedName } from "../../subschemas.ts";
import { isConverted } from "../conversions/mark-dates.ts";
import { absentMember } from "../variants/derive-variants.ts";
import { alternativesOf, keptWithin } from "./alternative-counts.ts";
import type { ObjectPart, Part, Rest } from "./parts.ts";
import type { TypeContext, TypePlace } from "./type-context.ts";
import { typesWithin } from "./types-within.ts";
import { unionShape } from "./union-shape.ts";

/** Makes one type of parts that hold all at once: the objects among them become one. */
export function combineParts(context: TypeContext, parts: readonly Part[], place: TypePlace): Json {
  const [only, ...more] = parts;
  if (only?.kind === "shape" && more.length === 0) return only.shape;
  if (only?.kind === "object" && more.length === 0)
    return objectShape(context, only, place, false) ?? {};
  const objects = parts.filter((part) => part.kind === "object");
  const shapes = parts.filter((part) => part.kind === "shape");
  const saying = shapes.filter(({ shape }) => !isUnknown(shape));
  if (saying.some(({ shape }) => shape === false)) return false;
  const isAlone = saying.length + objects.length === 1;
  const others = saying.filter(({ isBare }) => isAlone || isBare !== true);
  const bare = others.length === 0 && objects.length === 0 ? saying.slice(0, 1) : [];
  const object = mergeObjects(objects);
  const left = [...others, ...bare].map(({ shape }) => shape);
  const own = object && objectShape(context, object, place, left.length > 0);
  const demanding = object === undefined ? left : withDemands(context, left, object);
  const all = [...demanding, ...(own === undefined ? [] : [own])];
  if (all.length === 1) return all[0] as Json;
  const unique = [...new Map(all.map((shape) => [JSON.stringify(shape), shape])).values()];
  const kept = fewAlternatives(context, unique, place);
  if (kept.length === 0) return {};
  return kept.length === 1 ? (kept[0] as Json) : { allOf: kept };
}

/** Parts that are unions are multiplied out by compilers, which has bounds. */
function fewAlternatives(context: TypeContext, shapes: readonly Json[], place: TypePlace): Json[] {
  const kept = keptWithin(shapes, (shape) => alternativesOf(shape, context.alternatives));
  if (kept.length < shapes.length)
    context.widen(place, "allOf", "there would be too many alternatives for a compiler");
  return kept;
}

function isUnknown(shape: Json): boolean {
  return isObject(shape) && Object.keys(shape).length === 0;
}

function mergeObjects(objects: readonly ObjectPart[]): ObjectPart | undefined {
  const [first, ...more] = objects;
  if (first === undefined || more.length === 0) return first;
  const properties = new Map<string, Json>();
  for (const object of objects) {
    for (const [name, shape] of object.properties) {
      const known = properties.get(name);
      properties.set(name, known === undefined ? shape : both(known, shape));
    }
  }
  return {
    kind: "object",
    properties,
    required: new Set(objects.flatMap(({ required }) => [...required])),
    rest: objects.flatMap(({ rest }) => rest),
    isClosed: objects.some(({ isClosed }) => isClosed),
    isExplicit: objects.some(({ isExplicit }) => isExplicit),
    isHollow: properties.size === 0 && objects.some(({ isHollow }) => isHollow),
  };
}

/** A member that two parts speak of; the documentation of the later one counts. */
function both(first: Json, second: Json): Json {
  if (!isObject(first) || !isObject(second)) return first === false ? first : second;
  const [a, b] = [undocumented(first), undocumented(second)];
  if (JSON.stringify(a) === JSON.stringify(b) || isUnknown(a)) return { ...first, ...second };
  if (isUnknown(b) || (isPrimitive(b) && isLiteral(a) && !isPrimitive(a)))
    return { ...documentation(second), ...first };
  if (isText(a) && isConverted(b)) return { ...documentation(first), ...second };
  if (isConverted(a) && isText(b)) return { ...documentation(second), ...first };
  if (isPrimitive(a) && isLiteral(b)) return { ...documentation(first), ...second };
  return { ...documentation(first), ...documentation(second), allOf: [a, b] };
}

function isPrimitive(shape: JsonObject): boolean {
  return ["string", "number", "boolean"].includes(shape["type"] as string) && !isLiteral(shape);
}

const isText = (shape: JsonObject): boolean => shape["type"] === "string" && isPrimitive(shape);

function isLiteral(shape: JsonObject): boolean {
  return shape["enum"] !== undefined || shape["const"] !== undefined;
}

/** Stands at the type of a member that may also be called as it was: the list of its earlier names. */
export const earlierNamesKey = "earlierNames";

const isDocumentation = (name: string): boolean =>
  annotationKeywords.has(name) || name === earlierNamesKey;

function undocumented(shape: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(shape).filter(([name]) => !isDocumentation(name)));
}

function documentation(shape: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(shape).filter(([name]) => isDocumentation(name)));
}

function objectShape(
  context: TypeContext,
  { properties, required, rest, isClosed, isExplicit, isHollow }: ObjectPart,
  place: TypePlace,
  hasOthers: boolean,
): JsonObject | undefined {
  const demanded = [...required].filter((name) => properties.has(String(name)));
  const named = {
    ...(properties.size === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(demanded.length === 0 ? {} : { required: demanded }),
  };
  const says = properties.size > 0 || rest.length > 0;
  if (!says && (hasOthers || !(isExplicit || isHollow))) return undefined;
  if (isHollow && !says) return { type: "hollow" };
  if (!says) return isClosed ? { type: "empty" } : { type: "object" };
  if (rest.length === 0) return { type: "object", ...named };
  const index = indexOf(context, properties, demanded, rest, place, hasOthers);
  return { type: "mixed", ...named, index };
}

const mostAlternatives = 6;

/**
 * The types of members that are not named. TypeScript wants the named members among them, or no value
 * could be written down; where these are many, or are declared elsewhere, nothing is said of the rest.
 */
function indexOf(
  context: TypeContext,
  properties: ReadonlyMap<string, Json>,
  required: readonly Json[],
  rest: readonly Rest[],
  place: TypePlace,
  hasOthers: boolean,
): JsonObject[] {
  const byPrefix = new Map<string, Json[]>();
  for (const { prefix, shape } of rest)
    byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), shape]);
  const isNested = [...byPrefix.keys()].some((one) =>
    [...byPrefix.keys()].some((other) => one !== other && one.startsWith(other)),
  );
  const groups = isNested ? new Map([["", rest.map(({ shape }) => shape)]]) : byPrefix;
  return [...groups].map(([prefix, shapes]) => {
    const own = [...properties].filter(([name]) => name.startsWith(prefix));
    const declared = own.map(([, shape]) => (isObject(shape) ? typeOnly(shape) : shape));
    const all = unionShape([...shapes, ...declared]);
    const isSaying = !isUnknown(unionShape(shapes));
    const branches = Array.isArray(member(all, "anyOf")) ? (member(all, "anyOf") as Json[]) : [all];
    const isWide = branches.length > mostAlternatives || (hasOthers && prefix === "");
    if (isSaying && isWide)
      context.widen(
        place,
        "additionalProperties",
        "members without a name would have to be of the types of the named ones too",
      );
    const isOptional = own.some(([name]) => !required.includes(name));
    const unnamed = unionShape(shapes);
    const mayConvert = typesWithin(all).some((one) => isConverted(one) || referencedName(one));
    const others = !isWide && mayConvert ? { others: unnamed } : {};
    return { prefix, schema: isWide ? {} : all, isOptional, ...others };
  });
}

function typeOnly(shape: JsonObject): JsonObject {
  const { format, ...rest } = undocumented(shape);
  return format === "binary" ? { ...rest, format } : rest;
}

/** Names what an object demands but others declare. */
function withDemands(
  context: TypeContext,
  shapes: readonly Json[],
  { required, properties }: ObjectPart,
): Json[] {
  const open = [...required].filter((name) => !properties.has(String(name)));
  if (open.length === 0) return [...shapes];
  return shapes.map((shape) => {
    if (referencedName(shape) === undefined) return shape;
    const keys = open.filter((name) => {
      const text = String(name);
      const declared = context.lookup.property(shape, text);
      const isThere = declared.some((one) => member(one, absentMember) !== true);
      return isThere && !context.lookup.isRequired(shape, text);
    });
    return keys.length === 0 ? shape : { type: "with-required", schema: shape, keys };
  });
}
