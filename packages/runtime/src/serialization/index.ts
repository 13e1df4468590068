import { isObject } from "../members.ts";
import type { Serializer } from "../operation.ts";

export { getMember, setMember } from "../members.ts";

/** What of a value `JSON.stringify` looks at: that which its `toJSON` gives, where it has one. */
export function sent(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { toJSON } = value as { readonly toJSON?: unknown };
  return typeof toJSON === "function" ? toJSON.call(value, "") : value;
}

/** What is sent where the description has a text, a number and the like: of an object or a list nothing that is in it. */
export function primitive(value: unknown): unknown {
  return typeof value === "object" && value !== null ? emptied(value) : value;
}

function emptied(given: object): unknown {
  const value = sent(given);
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? [] : {};
}

/** What is sent where the description has a list of texts, numbers and the like. */
export function primitives(given: unknown): unknown {
  const value = sent(given);
  if (isObject(value)) return {};
  if (!Array.isArray(value)) return value;
  const items: readonly unknown[] = value;
  const isPlain = items.every((item) => typeof item !== "object" || item === null);
  return isPlain ? items : items.map(primitive);
}

/** What is sent where the description has a list, given what of an item is. */
export function list(given: unknown, keep: Serializer): unknown {
  const value = sent(given);
  if (isObject(value)) return {};
  return Array.isArray(value) ? value.map((item) => keep(item)) : value;
}
