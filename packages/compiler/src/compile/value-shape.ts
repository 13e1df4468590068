import {
  arrayMember,
  isObject,
  member,
  valueAt,
  type Json,
  type JsonObject,
} from "@openapi-packages/description/json/json";
import { isBinary } from "./file-schemas.ts";

/** The runtime's `ValueShape`: the types that reading a value from text needs. */
export type ValueShape =
  | string
  | { readonly array: ValueShape }
  | { readonly object: Readonly<Record<string, ValueShape>>; readonly rest?: ValueShape }
  | { readonly oneOf: readonly ValueShape[] };

type ObjectShape = Extract<ValueShape, { readonly object: object }>;

const scalars = ["string", "number", "integer", "boolean", "null"];

/** The most schemas in one shape; the text of the rest is not converted. */
const mostSchemas = 5000;

/**
 * Returns the shape of a schema. Recursive and untyped parts have the shape `any`: their text is
 * not converted.
 */
export function valueShape(document: JsonObject, schema: Json | undefined): ValueShape {
  return new ShapeBuilder(document).shapeOf(schema);
}

class ShapeBuilder {
  readonly #document: JsonObject;
  /** The references that lead to the current schema. */
  readonly #path = new Set<string>();
  #count = 0;

  constructor(document: JsonObject) {
    this.#document = document;
  }

  shapeOf(schema: Json | undefined): ValueShape {
    this.#count += 1;
    if (!isObject(schema) || this.#count > mostSchemas) return "any";
    const reference = member(schema, "$ref");
    const parts = arrayMember(schema, "allOf").map((part) => this.shapeOf(part));
    if (typeof reference === "string") parts.push(this.#referenced(reference));
    const base = merge([this.#own(schema), ...parts]);
    const branches = [...arrayMember(schema, "oneOf"), ...arrayMember(schema, "anyOf")];
    if (branches.length === 0) return base;
    const choice = alternatives(branches.map((branch) => this.shapeOf(branch)));
    return merge([base, choice]);
  }

  #referenced(reference: string): ValueShape {
    if (this.#path.has(reference)) return "any";
    this.#path.add(reference);
    const shape = this.shapeOf(valueAt(this.#document, reference.slice(1)));
    this.#path.delete(reference);
    return shape;
  }

  /** Returns the shape by the schema's own keywords, without combined schemas. */
  #own(schema: JsonObject): ValueShape {
    const type = member(schema, "type");
    const types = Array.isArray(type)
      ? (type as readonly Json[])
      : type === undefined
        ? []
        : [type];
    if (types.length > 0) return alternatives(types.map((one) => this.#typed(schema, one)));
    const constant = member(schema, "const");
    const values = constant === undefined ? arrayMember(schema, "enum") : [constant];
    if (values.length > 0) return alternatives(values.map(shapeOfValue));
    if (member(schema, "properties") !== undefined) return this.#typed(schema, "object");
    return member(schema, "items") === undefined ? "any" : this.#typed(schema, "array");
  }

  #typed(schema: JsonObject, type: Json): ValueShape {
    if (type === "array") return { array: this.shapeOf(member(schema, "items")) };
    if (isBinary({ ...schema, type })) return "binary";
    if (type !== "object") return typeof type === "string" && scalars.includes(type) ? type : "any";
    const properties = member(schema, "properties");
    const object = Object.fromEntries(
      Object.entries(isObject(properties) ? properties : {}).map(([name, property]) => [
        name,
        this.shapeOf(property),
      ]),
    );
    const rest = member(schema, "additionalProperties");
    return rest === undefined || typeof rest === "boolean"
      ? { object }
      : { object, rest: this.shapeOf(rest) };
  }
}

function shapeOfValue(value: Json): ValueShape {
  if (value === null) return "null";
  return scalars.includes(typeof value) ? typeof value : "any";
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
