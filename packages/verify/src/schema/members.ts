import {
  isObject,
  member,
  valueAt,
  type Json,
  type JsonObject,
} from "openapi-packages/description";

/**
 * A schema and those that may hold beside it: what it refers to, `allOf`, and each alternative of `anyOf` and `oneOf`
 * (JSON Schema 2020-12 core, section 10.2).
 */
export function appliedSchemas(document: JsonObject, schema: Json | undefined): JsonObject[] {
  const found = new Set<JsonObject>();
  const visit = (one: Json | undefined): void => {
    if (!isObject(one) || found.has(one)) return;
    found.add(one);
    const reference = member(one, "$ref");
    if (typeof reference === "string" && reference.startsWith("#"))
      visit(valueAt(document, decodeURIComponent(reference.slice(1))));
    for (const keyword of ["allOf", "anyOf", "oneOf"]) {
      const list = member(one, keyword);
      if (Array.isArray(list)) list.forEach(visit);
    }
  };
  visit(schema);
  return [...found];
}

/** The schemas that a member has by its name (`properties`), of a schema and those that may hold beside it. */
export function memberSchemas(
  document: JsonObject,
  schema: Json | undefined,
  name: string,
): JsonObject[] {
  return appliedSchemas(document, schema).flatMap((one) =>
    appliedSchemas(document, member(member(one, "properties"), name)),
  );
}

/** The schema of the place that a JSON pointer names in the values of a schema; `undefined` where none is known. */
export function schemaAt(
  document: JsonObject,
  schema: Json | undefined,
  pointer: readonly string[],
): Json | undefined {
  const [token, ...rest] = pointer;
  if (token === undefined) return schema;
  const isItem = token === "*" || /^\d+$/.test(token);
  const inside = isItem
    ? appliedSchemas(document, schema).flatMap((one) => member(one, "items") ?? [])
    : memberSchemas(document, schema, token);
  return inside
    .map((one) => schemaAt(document, one, rest))
    .find((one): one is Json => one !== undefined);
}
