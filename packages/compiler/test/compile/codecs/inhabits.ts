import {
  namedSchema,
  propertyOf,
  type ComponentSchemas,
  type EnumSchema,
  type ObjectSchema,
  type Property,
  type Schema,
  type UnionSchema,
} from "../../../../description/src/model/schema/schema.ts";

/** What open types allow beside the listed values. */
export interface OpenValues {
  isGrowing(schema: EnumSchema): boolean;
  /** Returns the tag and the other members of the alternative that a union does not list. */
  unlisted(
    schema: UnionSchema,
  ): { readonly tag: string; readonly shared: readonly Property[] } | undefined;
}

/**
 * Tells whether a value is of the type of a schema, as TypeScript would.
 *
 * @param open what open types allow; omitted: the type is closed
 */
export function inhabits(
  schemas: ComponentSchemas,
  schema: Schema,
  value: unknown,
  open?: OpenValues,
): boolean {
  const is = (one: Schema, own: unknown): boolean => inhabits(schemas, one, own, open);
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
      return (
        schema.values.some((one) => one === value) ||
        (open?.isGrowing(schema) === true &&
          schema.values.some((one) => one !== null && typeof one === typeof value))
      );
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
      return isRecord(value) && hasMembers(schema, value, is);
    case "union":
      return (
        schema.alternatives.some((one) => is(one, value)) ||
        (isRecord(value) && isUnlisted(open?.unlisted(schema), value, is))
      );
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

function isUnlisted(
  variant: ReturnType<OpenValues["unlisted"]>,
  value: Readonly<Record<string, unknown>>,
  is: (schema: Schema, value: unknown) => boolean,
): boolean {
  if (variant === undefined || typeof value[variant.tag] !== "string") return false;
  return variant.shared.every(({ name, schema, isRequired }) =>
    Object.hasOwn(value, name) ? is(schema, value[name]) : !isRequired,
  );
}

function hasMembers(
  schema: ObjectSchema,
  value: Readonly<Record<string, unknown>>,
  is: (schema: Schema, value: unknown) => boolean,
): boolean {
  const isComplete = schema.properties.every(
    ({ name, isRequired }) => !isRequired || Object.hasOwn(value, name),
  );
  return (
    isComplete &&
    Object.entries(value).every(([name, own]) => {
      const property = propertyOf(schema, name);
      if (property !== undefined) return is(property.schema, own);
      return schema.additional.every((one) => is(one.schema, own));
    })
  );
}
