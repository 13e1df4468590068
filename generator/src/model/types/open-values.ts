import { isObject, member, type Json } from "../../json.ts";

/**
 * Stands in an enum for the values that a later version of the description may have. Types of the
 * contract leave it out; those of the client have any text, or any number, in its place.
 */
export const openValues = { string: "\u0001open string", number: "\u0001open number" } as const;

/**
 * Marks an enum as one that may grow: one of several texts or numbers. A single value is a constant,
 * which tells what its object is.
 */
export function withOpenValues(shape: Json): Json {
  const values = member(shape, "enum");
  if (!isObject(shape) || !Array.isArray(values)) return shape;
  const known = (values as readonly Json[]).filter((value) => value !== null);
  const kinds = new Set(known.map((value) => typeof value));
  if (known.length < 2 || [...kinds].some((kind) => kind !== "string" && kind !== "number"))
    return shape;
  const marks = [...kinds].map((kind) => openValues[kind as "string" | "number"]);
  return { ...shape, enum: [...(values as readonly Json[]), ...marks] };
}
