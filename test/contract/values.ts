import { resolve } from "./description.ts";
import type { MediaTypeObject, ParameterObject, SchemaObject } from "./description.ts";

/** A parameter's example, or a plain value of its schema's type where it has none. */
export function valueOf(parameter: ParameterObject): unknown {
  return parameter.example ?? derivedValue(parameter.schema ?? {});
}

/** A body's first example, or its schema's, or a plain value of its schema's type. */
export function bodyOf({ example, examples = {}, schema = {} }: MediaTypeObject): unknown {
  const [named] = Object.values(examples);
  return example ?? named?.value ?? derivedValue(schema);
}

/**
 * A plain value of a schema: its first example or enum member, else one for its type.
 *
 * @throws {Error} when the schema has none of them.
 */
export function derivedValue(reference: SchemaObject): unknown {
  const schema = resolve<SchemaObject>(reference);
  const given = [...(schema.examples ?? []), schema.const, ...(schema.enum ?? [])];
  const first = given.find((value) => value !== undefined);
  return first ?? valueOfType(schema);
}

function valueOfType(schema: SchemaObject): unknown {
  const [type] = [schema.type].flat();
  switch (type) {
    case "string":
      return "text";
    case "number":
    case "integer":
      return 1;
    case "boolean":
      return true;
    case "array":
      return [derivedValue(schema.items ?? {})];
    case "object":
      return { city: "Lisbon" };
    default:
      throw new Error(`no value can be derived from ${JSON.stringify(schema)}`);
  }
}

/** An object with only those members that its schema requires; any other value as it is. */
export function requiredPart(value: unknown, reference: SchemaObject = {}): unknown {
  const schema = resolve<SchemaObject>(reference);
  if (schema.type !== "object" || typeof value !== "object" || value === null) return value;
  const required = new Set(schema.required);
  return Object.fromEntries(Object.entries(value).filter(([name]) => required.has(name)));
}
