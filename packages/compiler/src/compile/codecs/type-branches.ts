import { isObject, type Json } from "@openapi-packages/description/json/json";
import {
  namedSchema,
  typedSchema,
  type EnumSchema,
  type ComponentSchemas,
  type Schema,
} from "@openapi-packages/description/model/schema/schema";
import { SchemaTraits } from "@openapi-packages/description/model/unions/schema-traits";

/** The kinds of values that the runtime's codecs distinguish. */
export type Kind = "date" | "text" | "number" | "boolean" | "null" | "list" | "object";

const everyKind: readonly Kind[] = ["text", "number", "boolean", "null", "list", "object"];

/** The schemas of one member of an object. */
export interface MemberType {
  readonly isRequired: boolean;
  readonly schemas: readonly Schema[];
}

/** Splits schemas into their branches and follows references. */
export class TypeBranches {
  /** Reads the traits that tell branches apart. */
  readonly traits: SchemaTraits;
  readonly #schemas: ComponentSchemas;

  /** @param schemas the components */
  constructor(schemas: ComponentSchemas) {
    this.#schemas = schemas;
    this.traits = new SchemaTraits(schemas);
  }

  /** Returns the schema that a reference points to. */
  named(name: string): Schema {
    return namedSchema(this.#schemas, name);
  }

  /**
   * Returns the alternatives of a union, with nested unions flattened. Any other schema is its own
   * only branch. References to objects are not followed.
   */
  of(schema: Schema): Schema[] {
    if (schema.kind === "impossible") return [];
    if (schema.kind === "union") return schema.alternatives.flatMap((one) => this.of(one));
    if (schema.kind !== "reference") return [schema];
    const target = this.named(schema.name);
    return this.#isExpanded(target) ? this.of(target) : [schema];
  }

  #isExpanded(target: Schema): boolean {
    if (target.kind === "unknown") return false;
    if (target.kind === "union" || target.kind === "reference") return true;
    return !this.kinds(target).includes("object");
  }

  /** Returns the kinds of values that a schema allows. */
  kinds(schema: Schema): readonly Kind[] {
    switch (schema.kind) {
      case "unknown":
        return everyKind;
      case "impossible":
        return [];
      case "null":
      case "boolean":
      case "number":
      case "date":
        return [schema.kind];
      case "string":
      case "binary":
        return ["text"];
      case "enum":
        return [...new Set(schema.values.map(kindOf))];
      case "array":
      case "tuple":
        return ["list"];
      case "object":
      case "required":
        return ["object"];
      case "union":
        return [...new Set(schema.alternatives.flatMap((one) => this.kinds(one)))];
      case "intersection": {
        const [first = everyKind, ...others] = schema.parts.map((one) => this.kinds(one));
        return first.filter((kind) => others.every((one) => one.includes(kind)));
      }
      case "reference":
        return this.kinds(this.named(schema.name));
    }
  }

  /**
   * Returns the members of an object, merged from all schemas that it is composed of. Members of
   * unions are not included.
   */
  members(schema: Schema): Map<string, MemberType> {
    return this.#members(schema, new Map(), new Set());
  }

  /** @param seen the components read so far; several parts may extend the same one */
  #members(
    schema: Schema,
    found: Map<string, MemberType>,
    seen: Set<string>,
  ): Map<string, MemberType> {
    switch (schema.kind) {
      case "reference":
        if (seen.has(schema.name)) return found;
        seen.add(schema.name);
        return this.#members(this.named(schema.name), found, seen);
      case "intersection":
        for (const part of schema.parts) this.#members(part, found, seen);
        return found;
      case "required":
        this.#members(schema.schema, found, seen);
        for (const name of schema.names)
          found.set(name, { schemas: [], ...found.get(name), isRequired: true });
        return found;
      case "object":
        for (const { name, schema: own, isRequired } of schema.properties) {
          const known = found.get(name);
          found.set(name, {
            isRequired: isRequired || known?.isRequired === true,
            schemas: [...(known?.schemas ?? []), own],
          });
        }
        return found;
      default:
        return found;
    }
  }

  /**
   * Returns the schemas of members that an object does not declare.
   *
   * @param name the name of the member; omitted: any name
   */
  undeclared(schema: Schema, name?: string): Schema[] {
    switch (schema.kind) {
      case "reference":
        return this.undeclared(this.named(schema.name), name);
      case "intersection":
        return schema.parts.flatMap((part) => this.undeclared(part, name));
      case "required":
        return this.undeclared(schema.schema, name);
      case "object":
        if (schema.properties.some((property) => property.name === name)) return [];
        return schema.additional
          .filter(({ prefix }) => name === undefined || name.startsWith(prefix))
          .map(typedSchema);
      default:
        return [];
    }
  }
}

function kindOf(value: Json): Kind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  if (typeof value === "string") return "text";
  return isObject(value) ? "object" : (typeof value as "number" | "boolean");
}

/** Returns the values of an enum or a constant; `undefined` for any other schema. */
export const valuesOf = (schema: Schema): readonly Json[] | undefined =>
  schema.kind === "enum" ? schema.values : undefined;

/** True for an enum that may get more values over time. */
export const mayGrow = (schema: Schema): schema is EnumSchema =>
  schema.kind === "enum" && schema.openness === "undeclared";
