import { member, objectMember, stringMember, type Json } from "../../json/json.ts";
import { schemaName } from "../../json/subschemas.ts";
import type { TagValue } from "./traits.ts";

/** A Discriminator Object (OpenAPI 3.1, section 4.8.25; OpenAPI 3.2, section 4.25). */
export interface Discriminator {
  readonly property: string;
  /** Maps values of the property to names of schemas. */
  readonly mapping: ReadonlyMap<string, string>;
  /** The name of the schema for values that select no other one. */
  readonly defaultMapping: string | undefined;
}

/**
 * Returns the discriminator of a schema. A mapping may contain names or references; bundling has
 * made these local.
 */
export function discriminatorOf(schema: Json | undefined): Discriminator | undefined {
  const declared = objectMember(schema, "discriminator");
  const property = stringMember(declared, "propertyName");
  if (property === undefined) return undefined;
  const mapping = Object.entries(objectMember(declared, "mapping") ?? {}).flatMap(
    ([value, target]): [string, string][] =>
      typeof target === "string" ? [[value, targetName(target)]] : [],
  );
  const defaultMapping = stringMember(declared, "defaultMapping");
  return {
    property,
    mapping: new Map(mapping),
    defaultMapping: defaultMapping === undefined ? undefined : targetName(defaultMapping),
  };
}

const targetName = (target: string): string => schemaName(target) ?? target;

/** Returns the values that a mapping has for a schema. */
export function mappedValues(mapping: Discriminator["mapping"], name: string): string[] {
  return [...mapping].flatMap(([value, target]) => (target === name ? [value] : []));
}

/**
 * Converts a key of a mapping to the type of the property: the keys are always strings, even for
 * `type: integer`.
 */
export function typedValue(types: readonly (Json | undefined)[], value: string): TagValue {
  if (types.includes("integer") || types.includes("number"))
    return Number.isFinite(Number(value)) ? Number(value) : value;
  return types.includes("boolean") ? value === "true" : value;
}

/** Returns true if a schema lists alternatives. */
export function isUnion(schema: Json | undefined): boolean {
  return ["oneOf", "anyOf"].some((keyword) => {
    const alternatives = member(schema, keyword);
    return Array.isArray(alternatives) && alternatives.length > 0;
  });
}
