import {
  appliedSchemas,
  isObject,
  member,
  targetIn,
  type Json,
  type JsonObject,
} from "@openapi-packages/description";

/** A schema and all that may speak of the same values: references followed, each alternative among them. */
export function applicableSchemas(document: JsonObject, schema: Json | undefined): JsonObject[] {
  if (schema === undefined) return [];
  const places = [{ json: schema, pointer: "" }];
  return appliedSchemas(targetIn(document), places, () => undefined).map((one) => one.json);
}

/** Returns the schemas of a member in `properties`, of a schema and those that may apply with it. */
export function memberSchemas(
  document: JsonObject,
  schema: Json | undefined,
  name: string,
): JsonObject[] {
  return applicableSchemas(document, schema).flatMap((one) =>
    applicableSchemas(document, member(member(one, "properties"), name)),
  );
}

/** Returns the names in `properties`, of a schema and those that may apply with it. */
export function memberNames(document: JsonObject, schema: Json | undefined): string[] {
  const names = applicableSchemas(document, schema).flatMap((one) => {
    const properties = member(one, "properties");
    return isObject(properties) ? Object.keys(properties) : [];
  });
  return [...new Set(names)];
}

/** True if the values of a schema are numbers, by its own type. */
export const isNumeric = ({ type }: JsonObject): boolean =>
  [type].flat().some((one) => one === "integer" || one === "number");

/** Returns the names of the members that are numbers, of a schema and those that may apply with it. */
export const numericNames = (document: JsonObject, schema: Json | undefined): string[] =>
  memberNames(document, schema).filter((name) =>
    memberSchemas(document, schema, name).some(isNumeric),
  );

/** Returns the schema at a JSON pointer in the values of a schema; `undefined` if it is unknown. */
export function schemaAt(
  document: JsonObject,
  schema: Json | undefined,
  pointer: readonly string[],
): Json | undefined {
  const [token, ...rest] = pointer;
  if (token === undefined) return schema;
  const isItem = token === "*" || /^\d+$/.test(token);
  const inside = isItem
    ? applicableSchemas(document, schema).flatMap((one) => member(one, "items") ?? [])
    : memberSchemas(document, schema, token);
  return inside
    .map((one) => schemaAt(document, one, rest))
    .find((one): one is Json => one !== undefined);
}
