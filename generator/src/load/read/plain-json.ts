import { isObject, type Json, type JsonObject } from "../../json.ts";

/** The most levels that objects and lists may be nested; real descriptions come to 30. */
export const deepestNesting = 200;

/** True if a value lies deeper in itself than {@link deepestNesting}; what works on it may then recurse. */
export function isTooDeep(value: Json, depth = 0): boolean {
  if (depth > deepestNesting) return true;
  if (Array.isArray(value)) return (value as readonly Json[]).some((item) => isBelow(item, depth));
  if (!isObject(value)) return false;
  // Parsers make plain objects, which inherit nothing that can be listed.
  for (const name in value) if (isBelow(value[name] as Json, depth)) return true;
  return false;
}

const isBelow = (value: Json, depth: number): boolean =>
  typeof value === "object" && value !== null && isTooDeep(value, depth + 1);

/**
 * A value without lone surrogates, which no file and no URI can hold: each becomes U+FFFD, as decoders
 * of UTF-8 have it.
 *
 * @param text what the value was read from; where it has no escapes of surrogates nothing is to be done
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
