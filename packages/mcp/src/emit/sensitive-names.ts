import {
  isObject,
  member,
  objectMember,
  subschemas,
  type ApiModel,
  type Json,
} from "openapi-packages/emitter";

/**
 * Returns the names of members that a description marks as secret: `writeOnly`, `format: password`,
 * `x-sensitive`.
 */
export function sensitiveNames({ document }: ApiModel): string[] {
  const names = new Set<string>();
  const pending: Json[] = Object.values(
    objectMember(objectMember(document, "components"), "schemas") ?? {},
  );
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    if (!isObject(schema)) continue;
    for (const [name, value] of Object.entries(objectMember(schema, "properties") ?? {}))
      if (isSecret(value)) names.add(name);
    pending.push(...subschemas(schema).map((one) => one.schema));
  }
  return [...names].toSorted();
}

const isSecret = (schema: Json): boolean =>
  member(schema, "writeOnly") === true ||
  member(schema, "format") === "password" ||
  member(schema, "x-sensitive") === true;
