import {
  isObject,
  member,
  pointerParts,
  stringMember,
  toPointer,
  valueAt,
  type Json,
  type JsonObject,
} from "../../json.ts";
import { matchesText } from "../../pattern-plan.ts";
import { heldSchemas } from "../../subschemas.ts";
import type { SchemaPlace } from "../api-model.ts";

/** A schema that speaks of a value, and its place in the document. */
export interface AppliedSchema extends SchemaPlace {
  readonly schema: JsonObject;
}

/** Gives the schema that a reference leads to; `undefined` where it leads nowhere. */
export type Target = (reference: string) => Json | undefined;

/** Follows references within a document. */
export function targetIn(document: JsonObject): Target {
  return (reference) => {
    const pointer = pointerOf(reference);
    return pointer === undefined ? undefined : valueAt(document, pointer);
  };
}

/** The JSON pointer that a reference within its document is. */
export function pointerOf(reference: string): string | undefined {
  if (!reference.startsWith("#/")) return undefined;
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return reference.slice(1);
  }
}

/** The schema that another one refers to, with its place. */
export function referencedPlace(target: Target, schema: JsonObject): SchemaPlace | undefined {
  const reference = stringMember(schema, "$ref");
  const found = reference === undefined ? undefined : target(reference);
  return reference === undefined || found === undefined
    ? undefined
    : { schema: found, pointer: pointerOf(reference) ?? reference };
}

/** The schemas that hold of the same value wherever a schema holds: what it refers to, and the parts of `allOf`. */
export function conjoinedPlaces(target: Target, { schema, pointer }: AppliedSchema): SchemaPlace[] {
  const referenced = referencedPlace(target, schema);
  return [...(referenced === undefined ? [] : [referenced]), ...placesIn(schema, pointer, "allOf")];
}

/**
 * The schemas that speak of the same value: references followed, `allOf` taken apart, and of alternatives
 * (`anyOf`, `oneOf`, `if`, `dependentSchemas`) those that hold.
 *
 * @param holds whether a schema holds of the value; where it gives `undefined`, the schema is one that may.
 *   Left out: alternatives do not count
 */
export function appliedSchemas(
  target: Target,
  places: readonly SchemaPlace[],
  holds?: (schema: Json) => boolean | undefined,
): AppliedSchema[] {
  const found = new Map<JsonObject, AppliedSchema>();
  const add = ({ schema, pointer }: SchemaPlace): void => {
    if (!isObject(schema) || found.has(schema)) return;
    const applied = { schema, pointer };
    found.set(schema, applied);
    conjoinedPlaces(target, applied).forEach(add);
    if (holds !== undefined) heldPlaces(applied, holds).forEach(add);
  };
  places.forEach(add);
  return [...found.values()];
}

function heldPlaces(
  { schema, pointer }: AppliedSchema,
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
  return [...alternatives.filter((one) => holds(one.schema) !== false), ...dependent];
}

/** The schemas that a keyword holds: one, a list, or one for each name. */
export function placesIn(schema: JsonObject, pointer: string, keyword: string): SchemaPlace[] {
  const held = member(schema, keyword);
  return held === undefined
    ? []
    : heldSchemas(keyword, held).map(({ schema: inner, path }) => ({
        schema: inner,
        pointer: pointer + toPointer(path),
      }));
}

/**
 * The schemas of a member: by `properties` and `patternProperties`, else by `additionalProperties`, else, where no
 * schema knows the member, by `unevaluatedProperties`.
 */
export function memberPlaces(schemas: readonly AppliedSchema[], name: string): SchemaPlace[] {
  const known = schemas.flatMap(({ schema, pointer }) => {
    const own = member(member(schema, "properties"), name);
    const found: SchemaPlace[] =
      own === undefined
        ? []
        : [{ schema: own, pointer: pointer + toPointer(["properties", name]) }];
    for (const [pattern, one] of Object.entries(member(schema, "patternProperties") ?? {}))
      if (matchesText(pattern, name) === true)
        found.push({
          schema: one as Json,
          pointer: pointer + toPointer(["patternProperties", pattern]),
        });
    return found.length > 0 ? found : placesIn(schema, pointer, "additionalProperties");
  });
  return known.length > 0 ? known : placesOf(schemas, "unevaluatedProperties");
}

/**
 * The schemas of an item of a list: by `prefixItems`, else by `items`, else, where no schema knows the item, by
 * `unevaluatedItems`.
 *
 * @param isContained true of an item that conforms to `contains`, which knows it
 */
export function itemPlaces(
  schemas: readonly AppliedSchema[],
  index: number,
  isContained = false,
): SchemaPlace[] {
  const known = schemas.flatMap(({ schema, pointer }) => {
    const prefix = placesIn(schema, pointer, "prefixItems")[index];
    return prefix === undefined ? placesIn(schema, pointer, "items") : [prefix];
  });
  return known.length > 0 || isContained ? known : placesOf(schemas, "unevaluatedItems");
}

/** The schemas that a keyword holds in any of several. */
export const placesOf = (schemas: readonly AppliedSchema[], keyword: string): SchemaPlace[] =>
  schemas.flatMap(({ schema, pointer }) => placesIn(schema, pointer, keyword));
