import { isExact } from "../exact-number.ts";
import type { ValueShape } from "../operation.ts";

const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Converts a primitive value to text.
 *
 * @throws {TypeError} for an array or object, since OpenAPI defines nested values only for `deepObject`,
 * and for `NaN` and infinite numbers, which no reader parses
 */
export function toText(value: unknown): string {
  if (typeof value === "string") return value;
  const isOne = value === null || typeof value === "boolean" || typeof value === "bigint";
  if (isOne || Number.isFinite(value)) return String(value);
  throw new TypeError(
    typeof value === "number"
      ? `${value} cannot be serialized`
      : "a nested value cannot be serialized in this style",
  );
}

/**
 * Parses text as a type, strictly: any other text stays a string, so that validation reports it. Numbers
 * have the syntax of JSON (RFC 8259, section 6); integers that no double equals stay strings.
 */
export function fromText(text: string, shape: ValueShape): unknown {
  switch (shape) {
    case "number":
    case "integer":
      return numberOf(text) ?? text;
    case "int64":
      return int64Of(text) ?? text;
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
  return Number.isFinite(number) && isExact(text, number) ? number : undefined;
}

/** Parses an integer. Beyond 2^53 it is a `bigint`. */
function int64Of(text: string): number | bigint | undefined {
  const number = numberPattern.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(number)) return number;
  return /^-?\d{16,19}$/.test(text) && !Number.isNaN(number) ? BigInt(text) : undefined;
}

function fromTextOfOneOf(text: string, alternatives: readonly ValueShape[]): unknown {
  const mayBeText = alternatives.some((one) => one === "string" || one === "any");
  for (const alternative of alternatives) {
    const value = fromText(text, alternative);
    // `2.5` is not an integer and may be text, and so may an integer that is too long to be exact.
    const isOther = alternative === "integer" && mayBeText && !Number.isSafeInteger(value);
    if (value !== text && !isOther) return value;
  }
  return text;
}

/**
 * Returns the alternatives of a shape, including nested ones. A shape without alternatives is returned as
 * the only one.
 */
export function alternativesOf(shape: ValueShape): readonly ValueShape[] {
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

/** True if all values of a shape are arrays or objects. */
export function isCompound(shape: ValueShape): shape is CompoundShape {
  return typeof shape === "object" && !("oneOf" in shape);
}

/** The first array or object among a shape's alternatives. */
export function compoundShape(shape: ValueShape): CompoundShape | undefined {
  return alternativesOf(shape).find(isCompound);
}

/** True if values of a shape may be files. */
export function isBinaryShape(shape: ValueShape): boolean {
  return alternativesOf(shape).includes("binary");
}

/** The first array among a shape's alternatives. */
export function arrayShape(shape: ValueShape): ArrayShape | undefined {
  return alternativesOf(shape).find((one) => isCompound(one) && "array" in one) as
    ArrayShape | undefined;
}

/** The primitive alternatives of a shape; `undefined` if there is none but `null`. */
export function primitiveShape(shape: ValueShape): ValueShape | undefined {
  const primitive = alternativesOf(shape).filter((one) => !isCompound(one));
  return primitive.some((one) => one !== "null") ? { oneOf: primitive } : undefined;
}

/** The first object among a shape's alternatives. */
export function objectShape(shape: ValueShape): ObjectShape | undefined {
  return alternativesOf(shape).find((one) => isCompound(one) && "object" in one) as
    ObjectShape | undefined;
}

/**
 * Chooses among the alternatives of a shape: several items are an array or object, a single one is a
 * primitive if there is such an alternative other than `null`.
 */
export function shapeForText(shape: ValueShape, hasSeveralItems: boolean): ValueShape {
  if (isCompound(shape)) return shape;
  const compound = compoundShape(shape);
  if (compound === undefined) return shape;
  return hasSeveralItems ? compound : (primitiveShape(shape) ?? compound);
}

/** Returns the shape of an object's member: its own, that of additional members, or `any`. */
export function memberShape(shape: ObjectShape, name: string): ValueShape {
  const own = Object.hasOwn(shape.object, name) ? shape.object[name] : undefined;
  return own ?? shape.rest ?? "any";
}
