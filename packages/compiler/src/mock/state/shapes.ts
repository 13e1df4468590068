import {
  arrayMember,
  pointerParts,
  stringMember,
  type Json,
} from "@openapi-packages/description/json/json";
import type { ApiModel, DescribedSchema } from "@openapi-packages/description/model/api-model";
import {
  composedSchema,
  itemsOf,
  type ComposedSchema,
} from "@openapi-packages/description/model/schema/composed-schema";
import {
  unknown,
  type ComponentSchemas,
  type Constraints,
  type DocumentedSchema,
  type Schema,
  type UnionSchema,
} from "@openapi-packages/description/model/schema/schema";
import { unionOf } from "@openapi-packages/description/model/schema/union-of";
import { SchemaTraits } from "@openapi-packages/description/model/unions/schema-traits";

/** The top level of a type, with references, intersections and alternatives merged. */
export interface Shape {
  readonly schema: Schema;
  /**
   * The named schemas that it refers to or consists of, the one it refers to first. A variant has the
   * name of its original.
   */
  readonly names: readonly string[];
  /** The components that its values conform to, whichever alternative they are. */
  readonly components: readonly string[];
  /** Empty if any type is allowed. */
  readonly types: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, DocumentedSchema>;
  /** For alternatives, the members that all of them require. */
  readonly required: ReadonlySet<string>;
  /** The type of a list's items. */
  readonly items: DocumentedSchema | undefined;
  readonly values: readonly Json[] | undefined;
  readonly format: string | undefined;
  readonly pattern: string | undefined;
  readonly example: Json | undefined;
  /** The `x-lifecycle` of the schema. */
  readonly lifecycle: Json | undefined;
  /** Its alternatives, if there are several beside `null`. */
  readonly union: UnionSchema | undefined;
}

/** The shapes of a model's types, each computed once. */
export class Shapes {
  /** Reads the traits that distinguish alternatives. */
  readonly traits: SchemaTraits;
  readonly #types: ComponentSchemas;
  readonly #originals: ReadonlyMap<string, string>;
  /** The shapes of components by name, and of other schemas. */
  readonly #known = new Map<string | DocumentedSchema, Shape>();

  constructor({ types, schemas }: ApiModel) {
    this.#types = types;
    this.traits = new SchemaTraits(types, false);
    this.#originals = new Map(schemas.map(({ name, variant }) => [name, variant?.of ?? name]));
  }

  of(documented: DocumentedSchema | undefined): Shape {
    if (documented === undefined) return nothing;
    const { schema, annotations } = documented;
    const isName = schema.kind === "reference" && Object.keys(annotations).length === 0;
    const key = isName ? schema.name : documented;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    // A cycle of references adds nothing.
    this.#known.set(key, nothing);
    const composed = composedSchema(this.#types, schema, annotations);
    const unions = composed.parts.filter((part) => part.kind === "union");
    const shape = unions
      .map((union) => this.#united(union))
      .reduce((own, one) => merged(own, one, false), this.#own(schema, composed));
    this.#known.set(key, shape);
    return shape;
  }

  /** Returns the shape of a body or a parameter. */
  described(place: DescribedSchema | undefined): Shape {
    return place === undefined
      ? nothing
      : this.of({ schema: place.meaning, annotations: place.annotations });
  }

  /** Returns the shape at a JSON pointer in a body. */
  at(body: Shape, pointer: string): Shape {
    return pointerParts(pointer).reduce((one, name) => this.of(one.properties.get(name)), body);
  }

  #own(schema: Schema, composed: ComposedSchema): Shape {
    const { parts, names, properties, required, annotations, isNullable } = composed;
    const items = itemsOf(composed);
    const constraints = parts.map((part): Constraints =>
      "constraints" in part ? (part.constraints ?? {}) : {},
    );
    return {
      schema,
      names: names.map((name) => this.#originals.get(name) ?? name),
      components: names,
      types: new Set([...parts.flatMap(typesOf), ...(isNullable ? ["null"] : [])]),
      properties: new Map(properties.map((one) => [one.name, one])),
      required,
      items: items && { schema: items, annotations: {} },
      values: parts.find((part) => part.kind === "enum")?.values,
      format:
        stringMember(annotations, "format") ??
        constraints.find(({ format }) => format !== undefined)?.format,
      pattern: constraints.flatMap(({ patterns = [] }) => patterns)[0],
      example: arrayMember(annotations, "examples")[0] ?? annotations["example"],
      lifecycle: annotations["x-lifecycle"],
      union: undefined,
    };
  }

  #united(union: UnionSchema): Shape {
    const [first = nothing, ...others] = nonNull(union).map((one) => this.of(one));
    const shape = others.reduce((all, one) => merged(all, one, true), first);
    const isNullable = union.alternatives.some(({ kind }) => kind === "null");
    const types = new Set([...shape.types, ...(isNullable ? ["null"] : [])]);
    return { ...shape, components: [], types, union };
  }
}

/** Returns the alternatives of a union other than `null`. */
export const nonNull = ({ alternatives }: UnionSchema): readonly DocumentedSchema[] =>
  alternatives.filter(({ kind }) => kind !== "null").map((schema) => ({ schema, annotations: {} }));

const nothing: Shape = {
  schema: unknown,
  names: [],
  components: [],
  types: new Set(),
  properties: new Map(),
  required: new Set(),
  items: undefined,
  values: undefined,
  format: undefined,
  pattern: undefined,
  example: undefined,
  lifecycle: undefined,
  union: undefined,
};

function typesOf(part: Schema): readonly string[] {
  switch (part.kind) {
    case "null":
    case "boolean":
    case "string":
    case "object":
      return [part.kind];
    case "number":
      return [part.constraints?.isInteger === true ? "integer" : "number"];
    case "date":
    case "binary":
      return ["string"];
    case "array":
    case "tuple":
      return ["array"];
    case "enum":
      return part.values.map(typeOfValue);
    default:
      return [];
  }
}

function typeOfValue(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

/** Merges two shapes that a value has both, or has one of. */
function merged(one: Shape, other: Shape, isEither: boolean): Shape {
  const properties = new Map(one.properties);
  for (const [name, property] of other.properties)
    properties.set(name, joined(properties.get(name), property, isEither) ?? property);
  const isAny = isEither && (one.types.size === 0 || other.types.size === 0);
  const values = [...(one.values ?? []), ...(other.values ?? [])];
  const isListed = one.values !== undefined && other.values !== undefined;
  return {
    ...one,
    names: isEither ? one.names : [...new Set([...one.names, ...other.names])],
    types: isAny ? new Set() : new Set([...one.types, ...other.types]),
    properties,
    required: isEither
      ? new Set([...one.required].filter((name) => other.required.has(name)))
      : new Set([...one.required, ...other.required]),
    items: joined(one.items, other.items, isEither),
    values: isEither ? (isListed ? values : undefined) : (one.values ?? other.values),
    format: one.format ?? other.format,
    pattern: one.pattern ?? other.pattern,
    example: one.example ?? other.example,
    lifecycle: one.lifecycle ?? other.lifecycle,
    union: one.union ?? other.union,
  };
}

function joined(
  one: DocumentedSchema | undefined,
  other: DocumentedSchema | undefined,
  isEither: boolean,
): DocumentedSchema | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const schemas = [one.schema, other.schema];
  return {
    schema: isEither ? unionOf(schemas) : { kind: "intersection", parts: schemas },
    annotations: { ...other.annotations, ...one.annotations },
  };
}

/** True if values of a shape are objects with known members. */
export function isRecord({ types, properties }: Shape): boolean {
  const isOther = ["array", "string", "integer"].some((type) => types.has(type));
  return properties.size > 0 && types.has("object") && !isOther;
}

/** True if a value of a shape may be a text, a number or a boolean. */
export function isScalar({ types }: Shape): boolean {
  return ["string", "integer", "number", "boolean"].some((type) => types.has(type));
}
