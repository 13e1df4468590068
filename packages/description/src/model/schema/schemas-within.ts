import type { ComponentSchemas, Schema } from "./schema.ts";

/** Returns a schema and everything it contains, without following references. */
export function schemasWithin(schema: Schema): Schema[] {
  const found: Schema[] = [];
  const stack: Schema[] = [schema];
  for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
    found.push(one);
    stack.push(...directlyWithin(one));
  }
  return found;
}

/** Returns the schemas directly inside one. */
function directlyWithin(schema: Schema): readonly Schema[] {
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
        ...schema.additional.flatMap((one) => (one.isTyped ? one.schema : [])),
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

/**
 * Maps a schema and everything it contains, the innermost first. Returns the given schema itself if
 * nothing changes.
 */
export function mapSchema(schema: Schema, map: (schema: Schema) => Schema): Schema {
  const inner = directlyWithin(schema);
  const mapped = inner.map((one) => mapSchema(one, map));
  const isSame = mapped.every((one, index) => one === inner[index]);
  return map(isSame ? schema : withinReplaced(schema, mapped));
}

/** Replaces the schemas directly inside one. */
function withinReplaced(schema: Schema, within: readonly Schema[]): Schema {
  const [first] = within;
  if (first === undefined) return schema;
  switch (schema.kind) {
    case "array":
      return { ...schema, items: first };
    case "tuple": {
      const prefixItems = within.slice(0, schema.prefixItems.length);
      return { ...schema, prefixItems, items: within[prefixItems.length] };
    }
    case "object": {
      const left = within.values();
      const next = (): Schema => left.next().value ?? first;
      return {
        ...schema,
        properties: schema.properties.map((one) => ({ ...one, schema: next() })),
        additional: schema.additional.map((one) =>
          one.isTyped ? { ...one, schema: next() } : one,
        ),
      };
    }
    case "union":
      return { ...schema, alternatives: within };
    case "intersection":
      return { ...schema, parts: within };
    case "required":
      return { ...schema, schema: first };
    default:
      return schema;
  }
}

/** Returns the names of the components that a schema refers to. */
function referencesWithin(schema: Schema): Set<string> {
  const names = schemasWithin(schema).flatMap((one) => (one.kind === "reference" ? one.name : []));
  return new Set(names);
}

/** Returns the names of the components that each component refers to. */
export function referencesOf(schemas: ComponentSchemas): Map<string, Set<string>> {
  return new Map(
    Object.entries(schemas).map(([name, { schema }]) => [name, referencesWithin(schema)]),
  );
}
