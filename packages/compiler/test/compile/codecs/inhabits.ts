import {
  namedSchema,
  propertyOf,
  type ComponentSchemas,
  type ObjectSchema,
  type Schema,
} from "../../../../description/src/model/schema/schema.ts";

/** Tells whether a value is of the type of a schema, as TypeScript would. */
export function inhabits(schemas: ComponentSchemas, schema: Schema, value: unknown): boolean {
  const is = (one: Schema, own: unknown): boolean => inhabits(schemas, one, own);
  switch (schema.kind) {
    case "unknown":
      return true;
    case "impossible":
      return false;
    case "null":
      return value === null;
    case "boolean":
    case "number":
    case "string":
      return typeof value === schema.kind;
    case "binary":
      return value instanceof Blob;
    case "date":
      return value instanceof Date;
    case "enum":
      return schema.values.some((one) => one === value);
    case "array":
      return Array.isArray(value) && value.every((item) => is(schema.items, item));
    case "tuple":
      return (
        Array.isArray(value) &&
        value.every((item, index) => {
          const own = schema.prefixItems[index] ?? schema.items;
          return own !== undefined && is(own, item);
        })
      );
    case "object":
      return isRecord(value) && hasMembers(schemas, schema, value);
    case "union":
      return schema.alternatives.some((one) => is(one, value));
    case "intersection":
      return schema.parts.every((one) => is(one, value));
    case "reference":
      return is(namedSchema(schemas, schema.name), value);
    case "required":
      return (
        isRecord(value) &&
        schema.names.every((name) => Object.hasOwn(value, name)) &&
        is(schema.schema, value)
      );
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !(value instanceof Date) && !Array.isArray(value);

function hasMembers(
  schemas: ComponentSchemas,
  schema: ObjectSchema,
  value: Readonly<Record<string, unknown>>,
): boolean {
  const isComplete = schema.properties.every(
    ({ name, isRequired }) => !isRequired || Object.hasOwn(value, name),
  );
  return (
    isComplete &&
    Object.entries(value).every(([name, own]) => {
      const property = propertyOf(schema, name);
      if (property !== undefined) return inhabits(schemas, property.schema, own);
      return schema.additional.every((one) => inhabits(schemas, one.schema, own));
    })
  );
}
