import { isObject, type Json, type JsonObject } from "../../json/json.ts";

/** The maximum depth of nested objects and lists; real descriptions reach 30. */
export const deepestNesting = 200;

/**
 * True if a value is nested deeper than {@link deepestNesting}. Code that handles other values may recurse.
 */
export function isTooDeep(value: Json, depth = 0): boolean {
  if (depth > deepestNesting) return true;
  if (Array.isArray(value)) return (value as readonly Json[]).some((item) => isBelow(item, depth));
  if (!isObject(value)) return false;
  // Parsers return plain objects, which inherit no enumerable members.
  for (const name in value) if (isBelow(value[name] as Json, depth)) return true;
  return false;
}

const isBelow = (value: Json, depth: number): boolean =>
  typeof value === "object" && value !== null && isTooDeep(value, depth + 1);

/** Counts the members of all objects in a value. */
export function countMembers(value: Json): number {
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) count += countMembers(item);
  } else if (isObject(value)) {
    for (const name in value) count += 1 + countMembers(value[name] as Json);
  }
  return count;
}

/**
 * Replaces lone surrogates, which neither files nor URIs can contain, by U+FFFD, as UTF-8 decoders do.
 *
 * @param text the source of the value; if it contains no lone surrogate and no escape of one, the value is
 * returned as it is
 */
export function wellFormed(value: Json, text: string): Json {
  return /\\u[dD][89a-fA-F]/.test(text) || !text.isWellFormed() ? replaced(value) : value;
}

function replaced(value: Json): Json {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return (value as readonly Json[]).map(replaced);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key.toWellFormed(), replaced(member)]),
  ) as JsonObject;
}
