import { member, stringMember, type Json, type JsonObject } from "../../json.ts";

interface Discriminator {
  readonly property: string;
  /** Reference → value. */
  readonly mapping: ReadonlyMap<string, string>;
}

function discriminatorOf(schema: JsonObject): Discriminator | undefined {
  const discriminator = member(schema, "discriminator");
  const property = stringMember(discriminator, "propertyName");
  if (property === undefined) return undefined;
  const mapping = new Map<string, string>();
  for (const [value, target] of Object.entries(member(discriminator, "mapping") ?? {})) {
    if (typeof target !== "string") continue;
    const reference = /[#/]/.test(target) ? target : `#/components/schemas/${target}`;
    if (!mapping.has(reference)) mapping.set(reference, value);
  }
  return { property, mapping };
}

/** The discriminator's value in an alternative, as a schema: as mapped, else the name of its schema (OpenAPI 3.1, section 4.8.25). */
export function tagOf(schema: JsonObject, alternative: Json): JsonObject | undefined {
  const discriminator = discriminatorOf(schema);
  const reference = stringMember(alternative, "$ref");
  if (discriminator === undefined || reference === undefined) return undefined;
  const { property, mapping } = discriminator;
  const value = mapping.get(reference) ?? reference.split("/").at(-1) ?? "";
  return { properties: { [property]: { const: value } }, required: [property] };
}

/** The references to the schemas that a discriminator's mapping names. */
export function tagTargets(schema: JsonObject): readonly string[] {
  return [...(discriminatorOf(schema)?.mapping.keys() ?? [])];
}
