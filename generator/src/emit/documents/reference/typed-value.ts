import { mayGrow } from "@openapi-packages/compiler/compile/codecs/type-branches";
import {
  canonicalText,
  isObject,
  type Json,
  type JsonObject,
} from "@openapi-packages/description/json/json";
import { inlineSchema } from "@openapi-packages/description/model/schema/inline-schema";
import {
  namedSchema,
  typedSchema,
  unknown,
  type EnumSchema,
  type ComponentSchemas,
  type ObjectSchema,
  type Schema,
  type TupleSchema,
} from "@openapi-packages/description/model/schema/schema";

/** The most references to follow; longer chains are circular. */
const mostReferences = 50;

/**
 * Checks which examples are valid values of their TypeScript types. A schema may allow what its
 * type cannot express, and object literals cannot have undeclared members.
 */
export class TypedValues {
  readonly #schemas: ComponentSchemas;

  /** @param schemas the components */
  constructor(schemas: ComponentSchemas) {
    this.#schemas = schemas;
  }

  /**
   * Removes the members that a value's type does not declare; `undefined` if the value does not
   * match the type.
   */
  of(value: Json, json: Json): Json | undefined {
    const schema = inlineSchema(json);
    return this.#fits(value, schema, 0) ? this.#declared(value, [schema]) : undefined;
  }

  #fits(value: Json, schema: Schema, depth: number): boolean {
    switch (schema.kind) {
      case "unknown":
        return true;
      case "impossible":
      case "binary":
        return false;
      case "null":
        return value === null;
      case "boolean":
      case "number":
      case "string":
        return typeof value === schema.kind;
      case "date":
        return typeof value === "string";
      case "enum":
        return fitsEnum(value, schema);
      case "array":
        return isList(value) && value.every((item) => this.#fits(item, schema.items, depth + 1));
      case "tuple":
        return isList(value) && this.#fitsTuple(value, schema, depth);
      case "object":
        return isObject(value) && this.#fitsObject(value, schema, depth);
      case "union":
        return schema.alternatives.some((one) => this.#fits(value, one, depth + 1));
      case "intersection":
        return schema.parts.every((one) => this.#fits(value, one, depth + 1));
      case "reference": {
        const target = namedSchema(this.#schemas, schema.name);
        return depth < mostReferences && this.#fits(value, target, depth + 1);
      }
      case "required":
        return (
          isObject(value) &&
          schema.names.every((name) => Object.hasOwn(value, name)) &&
          this.#fits(value, schema.schema, depth + 1)
        );
    }
  }

  #fitsTuple(
    value: readonly Json[],
    { prefixItems, minItems, items }: TupleSchema,
    depth: number,
  ): boolean {
    if (value.length < minItems) return false;
    if (items === undefined && value.length > prefixItems.length) return false;
    return value.every((item, index) =>
      this.#fits(item, prefixItems[index] ?? items ?? unknown, depth + 1),
    );
  }

  #fitsObject(value: JsonObject, schema: ObjectSchema, depth: number): boolean {
    const { properties, additional, undeclared } = schema;
    const isEmpty = properties.length + additional.length === 0 && undeclared === "none";
    if (isEmpty && Object.keys(value).length > 0) return false;
    const isComplete = properties.every(
      ({ name, isRequired }) => !isRequired || Object.hasOwn(value, name),
    );
    return (
      isComplete &&
      Object.entries(value).every(([name, own]) =>
        memberSchemas(schema, name).every((one) => this.#fits(own, one, depth + 1)),
      )
    );
  }

  /** Removes the members that none of a value's schemas declares. */
  #declared(value: Json, schemas: readonly Schema[]): Json {
    const forms = this.#forms(value, schemas);
    if (isList(value))
      return value.map((item, index) =>
        this.#declared(
          item,
          forms.map((schema) => itemSchema(schema, index)),
        ),
      );
    if (!isObject(value)) return value;
    if (forms.length > 0 && forms.every(hasAnyMembers)) return value;
    const members = Object.entries(value).flatMap(([name, own]) => {
      const declared = forms.flatMap((form) =>
        form.kind === "object" ? memberSchemas(form, name) : [],
      );
      return declared.length === 0 ? [] : [[name, this.#declared(own, declared)] as const];
    });
    return Object.fromEntries(members);
  }

  /** Returns the schemas of a value, with unions reduced to the alternatives that it matches. */
  #forms(value: Json, schemas: readonly Schema[], depth = 0): readonly Schema[] {
    return schemas.flatMap((schema): readonly Schema[] => {
      switch (schema.kind) {
        case "impossible":
          return [];
        case "union": {
          const fitting = schema.alternatives.filter((one) => this.#fits(value, one, 0));
          return this.#forms(value, fitting, depth + 1);
        }
        case "intersection":
          return this.#forms(value, schema.parts, depth + 1);
        case "reference":
          return depth < mostReferences
            ? this.#forms(value, [namedSchema(this.#schemas, schema.name)], depth + 1)
            : [unknown];
        case "required":
          return this.#forms(value, [schema.schema], depth + 1);
        default:
          return [schema];
      }
    });
  }
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

function fitsEnum(value: Json, schema: EnumSchema): boolean {
  const { values } = schema;
  const text = canonicalText(value);
  const isListed = values.some((one) => canonicalText(one) === text);
  return isListed || (mayGrow(schema) && typeof value === typeof values[0]);
}

/**
 * True for a type that accepts an object with any members: `unknown`, or an object that declares
 * nothing.
 */
function hasAnyMembers(schema: Schema): boolean {
  if (schema.kind !== "object") return schema.kind !== "date";
  const isDeclaring = schema.properties.length + schema.additional.length > 0;
  return !isDeclaring && schema.undeclared !== "none";
}

/** Returns the schemas of a member: its own, or else those of undeclared members with its prefix. */
function memberSchemas({ properties, additional }: ObjectSchema, name: string): readonly Schema[] {
  const own = properties.filter((property) => property.name === name);
  if (own.length > 0) return own.map(({ schema }) => schema);
  return additional.filter(({ prefix }) => name.startsWith(prefix)).map(typedSchema);
}

function itemSchema(schema: Schema, index: number): Schema {
  if (schema.kind === "array") return schema.items;
  if (schema.kind === "tuple") return schema.prefixItems[index] ?? schema.items ?? unknown;
  return unknown;
}
