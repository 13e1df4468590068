import type { ComponentSchemas, Schema } from "./schema.ts";

/** A schema and all that it contains, references not followed. */
export function schemasWithin(schema: Schema): Schema[] {
  const found: Schema[] = [];
  const stack: Schema[] = [schema];
  for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
    found.push(one);
    stack.push(...directlyWithin(one));
  }
  return found;
}

/** The schemas directly within one: of every place where a schema applies. */
export function directlyWithin(schema: Schema): readonly Schema[] {
  switch (schema.kind) {
    case "array":
      return [schema.items];
    case "tuple":
      return schema.items === undefined
        ? schema.prefixItems
        : [...schema.prefixItems, schema.items];
    case "object":
      return [
        ...schema.properties.map((property) => property.schema),
        ...schema.additional.map((additional) => additional.schema),
      ];
    case "union":
      return schema.alternatives;
    case "intersection":
      return schema.parts;
    case "required":
      return [schema.schema];
    case "unknown":
    case "impossible":
    case "null":
    case "boolean":
    case "number":
    case "string":
    case "binary":
    case "date":
    case "enum":
    case "reference":
      return [];
  }
}

/** The names of the components that a schema refers to, at any depth of its own. */
export function referencesWithin(schema: Schema): Set<string> {
  const names = schemasWithin(schema).flatMap((one) => (one.kind === "reference" ? one.name : []));
  return new Set(names);
}

/** The names of the components that each component refers to. */
export function referencesOf(schemas: ComponentSchemas): Map<string, Set<string>> {
  return new Map(
    Object.entries(schemas).map(([name, { schema }]) => [name, referencesWithin(schema)]),
  );
}
