import {
  arrayMember,
  isObject,
  objectMember,
  stringMember,
  toPointer,
  type JsonObject,
} from "../../json/json.ts";

/** Extensions with the value of a discriminator, if that is not the name of the schema. */
const valueExtensions = ["x-ms-discriminator-value", "x-discriminator-value"];

/** The maximum number of definitions that one may inherit from. */
const mostParents = 100;

/**
 * Adds the discriminator values that an extension gives to children to the mapping of their parent's
 * discriminator, in place.
 */
export function mappedVariants(root: JsonObject): void {
  const definitions = objectMember(root, "definitions") ?? {};
  for (const [name, schema] of Object.entries(definitions)) {
    const value = valueExtensions
      .map((extension) => stringMember(schema, extension))
      .find((text) => text !== undefined);
    if (value === undefined) continue;
    for (const parent of parentsOf(definitions, schema)) {
      const discriminator = objectMember(parent, "discriminator");
      if (discriminator === undefined) continue;
      const mapping = objectMember(discriminator, "mapping") ?? {};
      discriminator["mapping"] = mapping;
      if (!Object.hasOwn(mapping, value) && value !== "__proto__")
        mapping[value] = `#${toPointer(["components", "schemas", name])}`;
    }
  }
}

/** Returns all definitions that one inherits from, directly or not. */
function parentsOf(definitions: JsonObject, schema: unknown): Set<JsonObject> {
  const parents = new Set<JsonObject>();
  const open = [schema];
  for (let one = open.pop(); one !== undefined; one = open.pop())
    for (const part of arrayMember(one, "allOf")) {
      const name = /^#\/components\/schemas\/(.+)$/.exec(stringMember(part, "$ref") ?? "")?.[1];
      const parent = name === undefined ? undefined : objectMember(definitions, name);
      if (!isObject(parent) || parents.has(parent) || parents.size === mostParents) continue;
      parents.add(parent);
      open.push(parent);
    }
  return parents;
}
