import {
  isObject,
  member,
  pointerParts,
  stringMember,
  toPointer,
  valueAt,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import { matchesText } from "../../patterns/pattern-plan.ts";
import { heldSchemas } from "../../json/subschemas.ts";
import type { SchemaPlace } from "../api-model.ts";

/** A schema object that applies to a value, and its place in the document. */
export interface AppliedSchema extends SchemaPlace {
  readonly json: JsonObject;
}

/** Resolves a reference to a schema; `undefined` if the target does not exist. */
export type Target = (reference: string) => Json | undefined;

/** Returns a {@link Target} that resolves references within a document. */
export function targetIn(document: JsonObject): Target {
  return (reference) => {
    const pointer = pointerOf(reference);
    return pointer === undefined ? undefined : valueAt(document, pointer);
  };
}

/**
 * Returns the JSON pointer in a reference such as `#/components/schemas/Pet`; `undefined` for other
 * references.
 */
export function pointerOf(reference: string): string | undefined {
  if (!reference.startsWith("#/")) return undefined;
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return reference.slice(1);
  }
}

/** Returns the schema that another one refers to, with its place. */
export function referencedPlace(target: Target, schema: JsonObject): SchemaPlace | undefined {
  const reference = stringMember(schema, "$ref");
  const found = reference === undefined ? undefined : target(reference);
  return reference === undefined || found === undefined
    ? undefined
    : { json: found, pointer: pointerOf(reference) ?? reference };
}

/**
 * Returns the schemas that apply whenever a schema applies: the target of its `$ref`, and the parts
 * of its `allOf`.
 */
export function conjoinedPlaces(
  target: Target,
  { json: schema, pointer }: AppliedSchema,
): SchemaPlace[] {
  const referenced = referencedPlace(target, schema);
  return [...(referenced === undefined ? [] : [referenced]), ...placesIn(schema, pointer, "allOf")];
}

/**
 * Returns all schemas that apply to the same value. It follows references, includes the parts of
 * `allOf`, and includes those alternatives (`anyOf`, `oneOf`, `if`, `dependentSchemas`) that hold.
 * @param holds tells whether the value conforms to a schema; `undefined` means that it may, so the
 * schema is included. Without `holds`, alternatives are left out
 */
export function appliedSchemas(
  target: Target,
  places: readonly SchemaPlace[],
  holds?: (schema: Json) => boolean | undefined,
): AppliedSchema[] {
  const found = new Map<JsonObject, AppliedSchema>();
  const add = ({ json, pointer }: SchemaPlace): void => {
    if (!isObject(json) || found.has(json)) return;
    const applied = { json, pointer };
    found.set(json, applied);
    conjoinedPlaces(target, applied).forEach(add);
    if (holds !== undefined) heldPlaces(applied, holds).forEach(add);
  };
  places.forEach(add);
  return [...found.values()];
}

function heldPlaces(
  { json: schema, pointer }: AppliedSchema,
  holds: (schema: Json) => boolean | undefined,
): SchemaPlace[] {
  const condition = member(schema, "if");
  const isMet = condition === undefined ? undefined : holds(condition);
  const keywords = ["anyOf", "oneOf", ...(isMet === false ? ["else"] : ["if", "then"])];
  if (condition !== undefined && isMet === undefined) keywords.push("else");
  const alternatives = keywords.flatMap((keyword) => placesIn(schema, pointer, keyword));
  const dependent = placesIn(schema, pointer, "dependentSchemas").filter(({ pointer: own }) => {
    const [name = ""] = pointerParts(own).slice(-1);
    return holds({ type: "object", required: [name] }) !== false;
  });
  return [...alternatives.filter((one) => holds(one.json) !== false), ...dependent];
}

/** Returns the schemas under a keyword, which holds one, a list, or one per name. */
export function placesIn(schema: JsonObject, pointer: string, keyword: string): SchemaPlace[] {
  const held = member(schema, keyword);
  return held === undefined
    ? []
    : heldSchemas(keyword, held).map(({ json, path }) => ({
        json,
        pointer: pointer + toPointer(path),
      }));
}

/**
 * Returns the schemas that apply to a member: those in `properties` and `patternProperties`, or
 * else in `additionalProperties`, or else, if no schema covers the member, in
 * `unevaluatedProperties`.
 */
export function memberPlaces(schemas: readonly AppliedSchema[], name: string): SchemaPlace[] {
  const known = schemas.flatMap(({ json: schema, pointer }) => {
    const own = member(member(schema, "properties"), name);
    const found: SchemaPlace[] =
      own === undefined ? [] : [{ json: own, pointer: pointer + toPointer(["properties", name]) }];
    for (const [pattern, one] of Object.entries(member(schema, "patternProperties") ?? {}))
      if (matchesText(pattern, name) === true)
        found.push({
          json: one as Json,
          pointer: pointer + toPointer(["patternProperties", pattern]),
        });
    return found.length > 0 ? found : placesIn(schema, pointer, "additionalProperties");
  });
  return known.length > 0 ? known : placesOf(schemas, "unevaluatedProperties");
}

/**
 * Returns the schemas that apply to an item of a list: the one in `prefixItems`, or else in
 * `items`, or else, if no schema covers the item, in `unevaluatedItems`.
 * @param isContained whether the item conforms to `contains`, which counts as covering it
 */
export function itemPlaces(
  schemas: readonly AppliedSchema[],
  index: number,
  isContained = false,
): SchemaPlace[] {
  const known = schemas.flatMap(({ json: schema, pointer }) => {
    const prefix = placesIn(schema, pointer, "prefixItems")[index];
    return prefix === undefined ? placesIn(schema, pointer, "items") : [prefix];
  });
  return known.length > 0 || isContained ? known : placesOf(schemas, "unevaluatedItems");
}

/** Returns the schemas that a keyword holds in any of several schemas. */
export const placesOf = (schemas: readonly AppliedSchema[], keyword: string): SchemaPlace[] =>
  schemas.flatMap(({ json: schema, pointer }) => placesIn(schema, pointer, keyword));
