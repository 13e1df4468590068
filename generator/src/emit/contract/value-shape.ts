import {
  arrayMember,
  isObject,
  member,
  valueAt,
  type Json,
  type JsonObject,
} from "../../load/json.ts";

/** As the runtime's `ValueShape`: what reading a value back from text needs to know of its schema. */
export type Shape =
  | string
  | { readonly array: Shape }
  | { readonly object: Readonly<Record<string, Shape>>; readonly rest?: Shape }
  | { readonly oneOf: readonly Shape[] };

const scalars = ["string", "number", "integer", "boolean", "null"];

/** The shape of a schema; where it is circular or says nothing, `any` keeps the text. */
export function valueShape(document: JsonObject, schema: Json | undefined, depth = 0): Shape {
  if (!isObject(schema) || depth > 12) return "any";
  const reference = member(schema, "$ref");
  const below = (inner: Json | undefined): Shape => valueShape(document, inner, depth + 1);
  if (typeof reference === "string") return below(valueAt(document, reference.slice(1)));
  const type = member(schema, "type");
  if (Array.isArray(type))
    return alternatives((type as readonly Json[]).map((one) => typedShape(schema, one, below)));
  if (typeof type === "string") return typedShape(schema, type, below);
  const branches = [...arrayMember(schema, "oneOf"), ...arrayMember(schema, "anyOf")];
  if (branches.length > 0) return alternatives(branches.map(below));
  const parts = arrayMember(schema, "allOf");
  if (parts.length > 0) return mergedShape(parts.map(below));
  const values =
    member(schema, "const") === undefined
      ? arrayMember(schema, "enum")
      : [member(schema, "const") as Json];
  if (values.length > 0) return alternatives(values.map(shapeOfValue));
  return member(schema, "properties") === undefined ? "any" : typedShape(schema, "object", below);
}

function shapeOfValue(value: Json): Shape {
  if (value === null) return "null";
  return scalars.includes(typeof value) ? typeof value : "any";
}

function typedShape(
  schema: JsonObject,
  type: Json,
  below: (inner: Json | undefined) => Shape,
): Shape {
  if (type === "array") return { array: below(member(schema, "items")) };
  if (type !== "object") return typeof type === "string" && scalars.includes(type) ? type : "any";
  const properties = member(schema, "properties");
  const object = Object.fromEntries(
    Object.entries(isObject(properties) ? properties : {}).map(([name, property]) => [
      name,
      below(property),
    ]),
  );
  const rest = member(schema, "additionalProperties");
  return rest === undefined || typeof rest === "boolean"
    ? { object }
    : { object, rest: below(rest) };
}

function alternatives(shapes: readonly Shape[]): Shape {
  const unique = [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()];
  return unique.length === 1 ? (unique[0] as Shape) : { oneOf: unique };
}

function mergedShape(shapes: readonly Shape[]): Shape {
  const objects = shapes.filter((shape) => typeof shape === "object" && "object" in shape);
  if (objects.length === 0) return shapes.find((shape) => shape !== "any") ?? "any";
  return {
    object: Object.assign({}, ...objects.map(({ object }) => object)) as Record<string, Shape>,
  };
}
