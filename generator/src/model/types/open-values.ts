import { isObject, member, type Json } from "../../json.ts";

/**
 * Marks an enum as one that may grow, with `isOpen`: one of several texts or numbers. A single value
 * is a constant, which says what its object is. A later version of a description may have more
 * values; types of the contract have the known ones, those of the client any of their kind.
 */
export function withOpenValues(shape: Json): Json {
  const values = member(shape, "enum");
  if (!isObject(shape) || !Array.isArray(values)) return shape;
  const known = (values as readonly Json[]).filter((value) => value !== null);
  const isGrowing =
    known.length > 1 && known.every((value) => ["string", "number"].includes(typeof value));
  return isGrowing ? { ...shape, isOpen: true } : shape;
}
