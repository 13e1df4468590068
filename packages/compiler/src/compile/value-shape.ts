import type { Json } from "@openapi-packages/description/json/json";
import {
  isBigInt,
  namedSchema,
  type ComponentSchemas,
  type ObjectSchema,
  type Schema,
} from "@openapi-packages/description/model/schema/schema";

/** The runtime's `ValueShape`: the types that reading a value from text needs. */
export type ValueShape =
  | string
  | { readonly array: ValueShape }
  | { readonly object: Readonly<Record<string, ValueShape>>; readonly rest?: ValueShape }
  | { readonly oneOf: readonly ValueShape[] };

type ObjectShape = Extract<ValueShape, { readonly object: object }>;

/** The most schemas in one shape; the text of the rest is not converted. */
const mostSchemas = 5000;

/**
 * Returns the shape of a schema. Recursive and untyped parts have the shape `any`: their text is
 * not converted.
 */
export function valueShape(types: ComponentSchemas, schema: Schema): ValueShape {
  return new ShapeBuilder(types).shapeOf(schema);
}

class ShapeBuilder {
  readonly #types: ComponentSchemas;
  /** The components that lead to the current schema. */
  readonly #path = new Set<string>();
  #count = 0;

  constructor(types: ComponentSchemas) {
    this.#types = types;
  }

  shapeOf(schema: Schema): ValueShape {
    this.#count += 1;
    if (this.#count > mostSchemas) return "any";
    switch (schema.kind) {
      case "unknown":
      case "impossible":
        return "any";
      case "null":
      case "boolean":
      case "string":
      case "binary":
        return schema.kind;
      case "date":
        return "string";
      case "number":
        if (isBigInt(schema)) return "int64";
        return schema.constraints?.isInteger === true ? "integer" : "number";
      case "enum":
        return alternatives(schema.values.map(shapeOfValue));
      case "array":
        return { array: this.shapeOf(schema.items) };
      case "tuple":
        return { array: schema.items === undefined ? "any" : this.shapeOf(schema.items) };
      case "object":
        return this.#object(schema);
      case "union":
        return alternatives(schema.alternatives.map((one) => this.shapeOf(one)));
      case "intersection":
        return merge(schema.parts.map((part) => this.shapeOf(part)));
      case "required":
        return this.shapeOf(schema.schema);
      case "reference":
        return this.#named(schema.name);
    }
  }

  #named(name: string): ValueShape {
    if (this.#path.has(name)) return "any";
    this.#path.add(name);
    const shape = this.shapeOf(namedSchema(this.#types, name));
    this.#path.delete(name);
    return shape;
  }

  #object({ properties, additional }: ObjectSchema): ValueShape {
    const object = Object.fromEntries(
      properties.map(({ name, schema }) => [name, this.shapeOf(schema)]),
    );
    const others = additional.find(({ prefix }) => prefix === "");
    const rest = others === undefined ? "any" : this.shapeOf(others.schema);
    return rest === "any" ? { object } : { object, rest };
  }
}

function shapeOfValue(value: Json): ValueShape {
  if (value === null) return "null";
  if (Number.isInteger(value)) return "integer";
  return typeof value === "object" ? "any" : typeof value;
}

const isObjectShape = (shape: ValueShape): shape is ObjectShape =>
  typeof shape === "object" && "object" in shape;

/** Joins alternative shapes. Objects are merged into one, since text does not tell them apart. */
function alternatives(shapes: readonly ValueShape[]): ValueShape {
  const flat = shapes.flatMap((shape) =>
    typeof shape === "object" && "oneOf" in shape ? shape.oneOf : [shape],
  );
  const objects = flat.filter(isObjectShape);
  const others = flat.filter((shape) => !isObjectShape(shape));
  const all = objects.length === 0 ? others : [...others, joined(objects)];
  const unique = [...new Map(all.map((shape) => [JSON.stringify(shape), shape])).values()];
  return unique.length === 1 ? (unique[0] as ValueShape) : { oneOf: unique };
}

/** Merges shapes that apply together: the members of all objects, or else the first known shape. */
function merge(shapes: readonly ValueShape[]): ValueShape {
  const telling = shapes.filter((shape) => shape !== "any");
  const objects = telling.filter(isObjectShape);
  if (objects.length === telling.length && objects.length > 0) return joined(objects);
  const choice = telling.find((shape) => typeof shape === "object" && "oneOf" in shape);
  if (choice === undefined || objects.length === 0) return telling[0] ?? "any";
  return alternatives([choice, ...objects]);
}

function joined(objects: readonly ObjectShape[]): ObjectShape {
  const [first] = objects;
  if (objects.length === 1 && first !== undefined) return first;
  const members = new Map<string, ValueShape[]>();
  for (const { object } of objects) {
    for (const [name, shape] of Object.entries(object)) {
      members.set(name, [...(members.get(name) ?? []), shape]);
    }
  }
  const entries = [...members].map(([name, shapes]) => [name, alternatives(shapes)] as const);
  const rests = objects.flatMap(({ rest }) => (rest === undefined ? [] : [rest]));
  const object = Object.fromEntries(entries);
  return rests.length === 0 ? { object } : { object, rest: alternatives(rests) };
}
