import { isObject } from "../members.ts";
import type { Serializer } from "../operation.ts";

export { getMember, isObject, setMember } from "../members.ts";
export { slowPattern } from "../validation/slow-pattern.ts";

/** The value that `JSON.stringify` looks at: that which `toJSON` gives, where a value has one. */
export function sent(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { toJSON } = value as { readonly toJSON?: unknown };
  return typeof toJSON === "function" ? toJSON.call(value, "") : value;
}

/** An object or a list with nothing in it instead of one; any other value as it is. */
export function emptied(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? [] : {};
}

/** A value where the description has a text, a number and the like: no object or list is sent with what is in it. */
export function primitive(value: unknown): unknown {
  return typeof value === "object" && value !== null ? emptied(sent(value)) : value;
}

/** A value where the description has a list of texts, numbers and the like. */
export function primitives(given: unknown): unknown {
  const value = sent(given);
  if (isObject(value)) return {};
  if (!Array.isArray(value)) return value;
  const items: readonly unknown[] = value;
  const isPlain = items.every((item) => typeof item !== "object" || item === null);
  return isPlain ? items : items.map(primitive);
}

/** A value where the description has a list; of each item is sent what a function picks. */
export function list(given: unknown, pick: Serializer): unknown {
  const value = sent(given);
  if (isObject(value)) return {};
  return Array.isArray(value) ? value.map((item) => pick(item)) : value;
}
