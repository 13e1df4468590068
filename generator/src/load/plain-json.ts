import { isObject, type Json, type JsonObject } from "./json.ts";

/** How deep objects and lists may lie within each other; real descriptions come to 30. */
export const deepestNesting = 200;

/** Whether a value lies deeper in itself than {@link deepestNesting}; what works on it may then recurse. */
export function isTooDeep(value: Json): boolean {
  let level: readonly Json[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepestNesting) return true;
    level = level.flatMap((one) =>
      (Array.isArray(one) ? one : isObject(one) ? Object.values(one) : []).filter(
        (member: Json) => typeof member === "object" && member !== null,
      ),
    );
  }
  return false;
}

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
