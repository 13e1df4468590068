import { isObject } from "../members.ts";
import type { Serializer } from "../operation.ts";

export { getMember, isObject, setMember } from "../members.ts";
export { slowPattern } from "../validation/slow-pattern.ts";

/** Returns the value that `JSON.stringify` writes: the result of `toJSON` if the value has that method. */
export function sent(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { toJSON } = value as { readonly toJSON?: unknown };
  return typeof toJSON === "function" ? toJSON.call(value, "") : value;
}

/** Returns an empty object for an object, an empty list for a list, and any other value unchanged. */
export function emptied(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? [] : {};
}

/**
 * Picks a primitive. If the value is an object or list, it is sent empty, because nothing in it is
 * declared.
 */
export function primitive(value: unknown): unknown {
  return typeof value === "object" && value !== null ? emptied(sent(value)) : value;
}

/** Picks a list of primitives. */
export function primitives(given: unknown): unknown {
  const value = sent(given);
  if (isObject(value)) return {};
  if (!Array.isArray(value)) return value;
  const items: readonly unknown[] = value;
  const isPlain = items.every((item) => typeof item !== "object" || item === null);
  return isPlain ? items : items.map(primitive);
}

/** Picks a list, and applies a function to each of its items. */
export function list(given: unknown, pick: Serializer): unknown {
  const value = sent(given);
  if (isObject(value)) return {};
  return Array.isArray(value) ? value.map((item) => pick(item)) : value;
}
