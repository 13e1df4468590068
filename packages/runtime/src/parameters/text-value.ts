import type { ValueShape } from "../operation.ts";

const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * A primitive value as text.
 *
 * @throws {TypeError} for an array or object: OpenAPI does not define how nested values are written
 *   in a style other than `deepObject`.
 */
export function toText(value: unknown): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "boolean":
    case "bigint":
      return String(value);
    default:
      if (value === null) return "null";
      throw new TypeError("a nested value cannot be written in this style");
  }
}

/**
 * Reads text back as the type that its shape names. It is strict: text that is none of the type's
 * stays a string, so that validation reports it. Numbers are JSON's (RFC 8259, section 6).
 */
export function fromText(text: string, shape: ValueShape): unknown {
  switch (shape) {
    case "number":
    case "integer":
      return numberOf(text) ?? text;
    case "boolean":
      return text === "true" || (text === "false" ? false : text);
    case "null":
      return text === "null" ? null : text;
    case "string":
    case "any":
    case "binary":
      return text;
    default:
      return "oneOf" in shape ? fromTextOfOneOf(text, shape.oneOf) : text;
  }
}

function numberOf(text: string): number | undefined {
  const number = numberPattern.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

function fromTextOfOneOf(text: string, alternatives: readonly ValueShape[]): unknown {
  for (const alternative of alternatives) {
    const value = fromText(text, alternative);
    if (value !== text) return value;
  }
  return text;
}

/** The alternatives of a shape, nested ones included; a shape without alternatives is its own. */
function alternativesOf(shape: ValueShape): readonly ValueShape[] {
  return typeof shape === "object" && "oneOf" in shape
    ? shape.oneOf.flatMap(alternativesOf)
    : [shape];
}

/** A shape whose values are arrays. */
export type ArrayShape = Extract<ValueShape, { readonly array: ValueShape }>;

/** A shape whose values are objects. */
export type ObjectShape = Extract<ValueShape, { readonly object: object }>;

/** A shape whose values are written as several texts. */
export type CompoundShape = ArrayShape | ObjectShape;

/** Whether the values of a shape are arrays or objects, whatever the text. */
export function isCompound(shape: ValueShape): shape is CompoundShape {
  return typeof shape === "object" && !("oneOf" in shape);
}

/** The array or object among a shape's alternatives, if there is one. */
export function compoundShape(shape: ValueShape): CompoundShape | undefined {
  return alternativesOf(shape).find(isCompound);
}

/** Whether values of a shape may be files. */
export function isBinaryShape(shape: ValueShape): boolean {
  return alternativesOf(shape).includes("binary");
}

/** The array among a shape's alternatives, if there is one. */
export function arrayShape(shape: ValueShape): ArrayShape | undefined {
  return alternativesOf(shape).find((one) => isCompound(one) && "array" in one) as
    ArrayShape | undefined;
}

/** The primitive alternatives of a shape; `undefined` where there is none beside `null`. */
export function primitiveShape(shape: ValueShape): ValueShape | undefined {
  const primitive = alternativesOf(shape).filter((one) => !isCompound(one));
  return primitive.some((one) => one !== "null") ? { oneOf: primitive } : undefined;
}

/** The object among a shape's alternatives, if there is one. */
export function objectShape(shape: ValueShape): ObjectShape | undefined {
  return alternativesOf(shape).find((one) => isCompound(one) && "object" in one) as
    ObjectShape | undefined;
}

/**
 * Decides between the alternatives of a shape by how the text looks: several pieces are an array
 * or object, one piece is a primitive if there is such an alternative beside `null`.
 */
export function shapeForText(shape: ValueShape, looksCompound: boolean): ValueShape {
  if (isCompound(shape)) return shape;
  const compound = compoundShape(shape);
  if (compound === undefined) return shape;
  return looksCompound ? compound : (primitiveShape(shape) ?? compound);
}

/** The shape of an object's member: its own, that of the rest, or `any`. */
export function memberShape(shape: ObjectShape, name: string): ValueShape {
  const own = Object.hasOwn(shape.object, name) ? shape.object[name] : undefined;
  return own ?? shape.rest ?? "any";
}
