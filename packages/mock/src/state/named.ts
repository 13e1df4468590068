import { isObject, setMember } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import { absent } from "./draft.ts";
import { textOf } from "./record.ts";

/** A key in JSON. */
export type Name = string | number;

const isName = (value: unknown): value is Name =>
  (typeof value === "string" && value !== "") || typeof value === "number";

/**
 * Returns the keys at a place of a value.
 *
 * @param pointer the tokens of the place; `*` matches each item of a list
 */
export function namesAt(value: unknown, pointer: readonly string[], depth = 0): readonly Name[] {
  const token = pointer[depth];
  if (token === undefined) return isName(value) ? [value] : [];
  if (token === "*") {
    if (!Array.isArray(value)) return [];
    return value.flatMap((item) => namesAt(item, pointer, depth + 1));
  }
  if (!isObject(value) || !Object.hasOwn(value, token)) return [];
  return namesAt(value[token], pointer, depth + 1);
}

/** True if a value contains a key. */
const isNaming = (value: unknown, pointer: readonly string[], key: string): boolean =>
  namesAt(value, pointer).some((name) => textOf(name) === key);

/** Replaces the values at a pointer. {@link absent} removes them. */
function replacedAt(
  value: unknown,
  [token, ...rest]: readonly string[],
  replace: (value: unknown) => unknown,
): unknown {
  if (token === undefined) return replace(value);
  if (token === "*") {
    if (!Array.isArray(value)) return value;
    return value.map((item) => replacedAt(item, rest, replace)).filter((one) => one !== absent);
  }
  if (!isObject(value) || !Object.hasOwn(value, token)) return value;
  const { [token]: own, ...others } = value;
  const other = replacedAt(own, rest, replace);
  if (other === own) return value;
  if (other === absent) return others;
  const copy = { ...value };
  setMember(copy, token, other);
  return copy;
}

/** Returns a record that refers to another key instead of the given one. */
export function renamedAt(
  value: JsonObject,
  pointer: readonly string[],
  from: string,
  to: string,
): JsonObject {
  const rename = (name: unknown): unknown => {
    if (!isName(name) || textOf(name) !== from) return name;
    return typeof name === "number" && Number.isFinite(Number(to)) ? Number(to) : to;
  };
  return replacedAt(value, pointer, rename) as JsonObject;
}

/**
 * Yields variants of a record without a key that it refers to, from the smallest change to the largest.
 *
 * @param empty alternative values for the first member of the pointer
 */
export function* withoutName(
  value: JsonObject,
  pointer: readonly string[],
  key: string,
  empty: readonly unknown[],
): Generator<JsonObject, void, undefined> {
  const at = (length: number, other: unknown): JsonObject => {
    const rest = pointer.slice(length);
    const replace = (part: unknown): unknown => (isNaming(part, rest, key) ? other : part);
    return replacedAt(value, pointer.slice(0, length), replace) as JsonObject;
  };
  const { length } = pointer;
  yield at(length, absent);
  yield at(length, null);
  for (let part = length - 1; part > 0; part -= 1)
    if (pointer[part - 1] === "*" || !pointer.slice(0, part).includes("*")) yield at(part, absent);
  for (const other of empty) yield at(1, other);
  // Members with names like `user_id` cannot be empty, because no key is empty.
  if (!/ids?$/i.test(pointer.at(-1) ?? "")) yield at(length, "");
}
