import { alternativesOf, keptWithin } from "./alternative-counts.ts";
import { member } from "../../json/json.ts";
import { absentMember } from "../variants/derive-variants.ts";
import { withBothConstraints } from "./constraints.ts";
import type { ObjectPart, OtherMembers, Part } from "./parts.ts";
import {
  distinctSchemas,
  impossible,
  isBigInt,
  typeKey,
  unknown,
  type AdditionalProperties,
  type ObjectSchema,
  type Property,
  type Schema,
} from "./schema.ts";
import type { SchemaContext, SchemaPath } from "./schema-context.ts";
import { unionOf } from "./union-of.ts";

/** Combines parts that must all hold into one schema. Object parts are merged into one object. */
export function combineParts(
  context: SchemaContext,
  parts: readonly Part[],
  place: SchemaPath,
): Schema {
  const [only, ...more] = parts;
  if (only?.kind === "schema" && more.length === 0) return only.schema;
  if (only?.kind === "members" && more.length === 0)
    return objectSchema(context, only, place, false) ?? unknown;
  const objects = parts.filter((part) => part.kind === "members");
  const schemas = parts.filter((part) => part.kind === "schema");
  const known = schemas.filter(({ schema }) => schema.kind !== "unknown");
  if (known.some(({ schema }) => schema.kind === "impossible")) return impossible;
  const isAlone = known.length + objects.length === 1;
  const others = known.filter(({ isBare }) => isAlone || isBare !== true);
  const bare = others.length === 0 && objects.length === 0 ? mergeTypes(known) : [];
  const object = mergeObjects(objects);
  const left = [...others.map(({ schema }) => schema), ...bare];
  const own = object && objectSchema(context, object, place, left.length > 0);
  const required = object === undefined ? left : withRequired(context, left, object);
  const distinct = distinctSchemas([...required, ...(own === undefined ? [] : [own])]);
  const kept = fewAlternatives(context, distinct, place);
  const [first = unknown] = kept;
  return kept.length > 1 ? { kind: "intersection", parts: kept } : first;
}

/**
 * Merges parts that only name types and constraints; where two cannot be merged, the first one
 * wins.
 */
function mergeTypes(parts: readonly { readonly schema: Schema }[]): Schema[] {
  const [first, ...more] = parts.map(({ schema }) => schema);
  return first === undefined
    ? []
    : [more.reduce((all, one) => withBothConstraints(all, one) ?? all, first)];
}

/**
 * TypeScript multiplies out an intersection of unions and fails if the result is too large, so
 * large parts are dropped.
 */
function fewAlternatives(
  context: SchemaContext,
  schemas: readonly Schema[],
  place: SchemaPath,
): Schema[] {
  const kept = keptWithin(schemas, (schema) => alternativesOf(schema, context.alternatives));
  if (kept.length < schemas.length)
    context.widen(place, "allOf", "there would be too many alternatives for a compiler");
  return kept;
}

function mergeObjects(objects: readonly ObjectPart[]): ObjectPart | undefined {
  const [first, ...more] = objects;
  if (first === undefined || more.length === 0) return first;
  const properties = new Map<string, Omit<Property, "isRequired">>();
  for (const object of objects) {
    for (const [name, property] of object.properties) {
      const known = properties.get(name);
      properties.set(name, known === undefined ? property : both(known, property));
    }
  }
  return {
    kind: "members",
    properties,
    required: new Set(objects.flatMap(({ required }) => [...required])),
    others: objects.flatMap(({ others }) => others),
    isClosed: objects.some(({ isClosed }) => isClosed),
    isExplicit: objects.some(({ isExplicit }) => isExplicit),
    isHidden: properties.size === 0 && objects.some(({ isHidden }) => isHidden),
  };
}

type PropertyDeclaration = Omit<Property, "isRequired">;

/** Merges a member that two parts declare; the documentation of the second wins. */
function both(first: PropertyDeclaration, second: PropertyDeclaration): PropertyDeclaration {
  const annotations = { ...first.annotations, ...second.annotations };
  return { ...second, schema: bothSchemas(first.schema, second.schema), annotations };
}

/** Merges a member of two objects that both apply; the documentation of the second wins. */
export function bothProperties(first: Property, second: Property): Property {
  return { ...both(first, second), isRequired: first.isRequired || second.isRequired };
}

function bothSchemas(first: Schema, second: Schema): Schema {
  if (first.kind === "impossible" || second.kind === "impossible") return impossible;
  const constrained = withBothConstraints(first, second);
  if (constrained !== undefined) return constrained;
  if (first.kind === "unknown" || typeKey(first) === typeKey(second)) return second;
  if (second.kind === "unknown" || isNarrower(first, second)) return first;
  if (isNarrower(second, first)) return second;
  return { kind: "intersection", parts: distinctSchemas([first, second].flatMap(partsOf)) };
}

const partsOf = (schema: Schema): readonly Schema[] =>
  schema.kind === "intersection" ? schema.parts : [schema];

/** Returns true if the other schema is a plain type that includes all values of the schema. */
function isNarrower(schema: Schema, other: Schema): boolean {
  if (schema.kind === "date") return other.kind === "string";
  if (isBigInt(schema)) return other.kind === "number";
  return schema.kind === "enum" && ["string", "number", "boolean"].includes(other.kind);
}

function objectSchema(
  context: SchemaContext,
  { properties, required, others, isClosed, isExplicit, isHidden }: ObjectPart,
  place: SchemaPath,
  hasOthers: boolean,
): ObjectSchema | undefined {
  const isDeclaring = properties.size > 0 || others.length > 0;
  if (!isDeclaring && (hasOthers || !(isExplicit || isHidden))) return undefined;
  const undeclared = isHidden ? "hidden" : isClosed ? "none" : "any";
  const declared = [...properties.values()].map((property) => ({
    ...property,
    isRequired: required.has(property.name),
  }));
  const additional = additionalProperties(context, declared, others, place, hasOthers);
  return { kind: "object", properties: declared, additional, undeclared };
}

const mostAlternatives = 6;

/**
 * Returns the undeclared members of an object. In TypeScript an index signature must also accept the
 * declared members, or no such object could be written; where these are anything, or of too many
 * types, the undeclared ones get no type.
 */
function additionalProperties(
  context: SchemaContext,
  properties: readonly Property[],
  others: readonly OtherMembers[],
  place: SchemaPath,
  hasOthers: boolean,
): AdditionalProperties[] {
  const byPrefix = Map.groupBy(others, ({ prefix }) => prefix);
  const prefixes = [...byPrefix.keys()];
  const isNested = prefixes.some((one) =>
    prefixes.some((other) => one !== other && one.startsWith(other)),
  );
  const groups = isNested ? new Map([["", [...others]]]) : byPrefix;
  return [...groups].map(([prefix, group]) => {
    const own = properties.filter(({ name }) => name.startsWith(prefix));
    const schema = unionOf(group.map((one) => one.schema));
    const all = unionOf([schema, ...own.map((one) => one.schema)]);
    const count = all.kind === "union" ? new Set(all.alternatives.map(typeKey)).size : 1;
    const isWide = count > mostAlternatives || (hasOthers && prefix === "");
    if (schema.kind !== "unknown" && isWide)
      context.widen(
        place,
        "additionalProperties",
        "members without a name would have to be of the types of the named ones too",
      );
    return { prefix, schema, isTyped: !isWide && all.kind !== "unknown" };
  });
}

/**
 * Marks members as required that the object requires but a referenced component declares as
 * optional.
 */
function withRequired(
  context: SchemaContext,
  schemas: readonly Schema[],
  { required, properties }: ObjectPart,
): Schema[] {
  const open = [...required].filter((name) => !properties.has(name));
  if (open.length === 0) return [...schemas];
  return schemas.map((schema) => {
    if (schema.kind !== "reference") return schema;
    const names = open.filter((name) => isOptionalIn(context, schema.name, name));
    return names.length === 0 ? schema : { kind: "required", schema, names };
  });
}

/** Returns true if a component declares a member without requiring it. */
function isOptionalIn({ lookup }: SchemaContext, component: string, name: string): boolean {
  const json = member(lookup.schemas, component);
  const declared = lookup.property(json, name);
  const isThere = declared.some((one) => member(one, absentMember) !== true);
  return isThere && !lookup.isRequired(json, name);
}
