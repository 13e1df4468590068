import {
  distinctSchemas,
  impossible,
  schemaKey,
  unknown,
  type Schema,
  type UnionDiscriminator,
} from "./schema.ts";

/**
 * Returns the union of schemas; `unknown` if one of them is.
 * @param discriminator the discriminator of these schemas
 */
export function unionOf(schemas: readonly Schema[], discriminator?: UnionDiscriminator): Schema {
  const flat = schemas.flatMap((one) => (one.kind === "union" ? one.alternatives : [one]));
  const possible = flat.filter(({ kind }) => kind !== "impossible");
  if (possible.some(({ kind }) => kind === "unknown")) return unknown;
  const alternatives = distinctSchemas(possible);
  const [only = impossible] = alternatives;
  if (alternatives.length < 2) return only;
  if (discriminator === undefined) return { kind: "union", alternatives };
  const { property, fallback } = discriminator;
  const otherwise = schemas[fallback?.index ?? -1];
  const index = alternatives.findIndex(
    (one) => otherwise !== undefined && schemaKey(one) === schemaKey(otherwise),
  );
  return {
    kind: "union",
    alternatives,
    discriminator: { property, ...(fallback && { fallback: { ...fallback, index } }) },
  };
}
