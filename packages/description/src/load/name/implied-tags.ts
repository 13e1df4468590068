import { arrayMember, isObject, member, type Json, type JsonObject } from "../../json/json.ts";
import { rootCursor, walkObjects } from "../openapi/openapi-objects.ts";
import { referencedName, schemaName, schemaReference } from "../../json/subschemas.ts";

/**
 * Writes the implied entries of a discriminator's `mapping`, where the name of a schema is its tag (OpenAPI
 * 3.1, section 4.8.25), so that the schema can be renamed. Discriminators that do not choose one of these
 * schemas are left alone. Changes the document in place.
 *
 * @param names the schemas that will be renamed
 */
export function mapImpliedTags(
  document: JsonObject,
  schemas: JsonObject,
  names: ReadonlySet<string>,
): void {
  const children = childNames(schemas);
  const visit = (node: Json, own: string | undefined): void => {
    const discriminator = member(node, "discriminator");
    if (!isObject(discriminator)) return;
    const branches = [...arrayMember(node, "oneOf"), ...arrayMember(node, "anyOf")];
    const chosen =
      branches.length > 0
        ? branches.flatMap((branch) => referencedName(branch) ?? [])
        : descendants(own ?? "", children);
    if (!chosen.some((name) => names.has(name))) return;
    const mapping = member(discriminator, "mapping");
    const known: JsonObject = isObject(mapping) ? mapping : {};
    const mapped = new Set(
      Object.values(known).map((target) => schemaName(String(target)) ?? String(target)),
    );
    const implied = chosen
      .filter((name) => !mapped.has(name) && !Object.hasOwn(known, name))
      .map((name) => [name, schemaReference(name)]);
    discriminator["mapping"] = { ...known, ...Object.fromEntries(implied) } as JsonObject;
  };
  walkObjects(rootCursor(document, "OpenApi"), ({ node, name, key, parent }) => {
    if (name === "Schema") visit(node, parent?.name === "Components" ? String(key) : undefined);
  });
}

/** Returns the names of the schemas that extend each schema by `allOf`. */
function childNames(schemas: JsonObject): Map<string, string[]> {
  const children = new Map<string, string[]>();
  for (const [name, schema] of Object.entries(schemas)) {
    for (const part of arrayMember(schema, "allOf")) {
      const parent = referencedName(part);
      if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), name]);
    }
  }
  return children;
}

function descendants(name: string, children: ReadonlyMap<string, readonly string[]>): string[] {
  const found = new Set<string>();
  const queue = [...(children.get(name) ?? [])];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (next === name || found.has(next)) continue;
    found.add(next);
    queue.push(...(children.get(next) ?? []));
  }
  return [...found];
}
