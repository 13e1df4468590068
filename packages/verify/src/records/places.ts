import type { CallInput } from "@openapi-packages/runtime/client";
import {
  getMember,
  isObject,
  setMember,
  type JsonObject,
} from "@openapi-packages/runtime/internals";

/**
 * Returns a document with another value at a place. `*` in the pointer matches each item of a list. Other parts
 * are shared with the original.
 */
export function withValueAt(
  document: unknown,
  pointer: readonly string[],
  value: unknown,
): unknown {
  const [token, ...rest] = pointer;
  if (token === undefined) return value;
  if (Array.isArray(document))
    return document.map((item, index) =>
      token === "*" || token === String(index) ? withValueAt(item, rest, value) : item,
    );
  if (!isObject(document)) return document;
  const copy: JsonObject = { ...document };
  setMember(copy, token, withValueAt(copy[token], rest, value));
  return copy;
}

/** Returns the values at a place. `*` matches each item of a list. */
export function valuesAt(document: unknown, pointer: readonly string[]): unknown[] {
  const [token, ...rest] = pointer;
  if (token === undefined) return document === undefined || document === null ? [] : [document];
  if (token === "*")
    return Array.isArray(document) ? document.flatMap((one) => valuesAt(one, rest)) : [];
  return isObject(document) ? valuesAt(getMember(document, token), rest) : [];
}

/**
 * Returns a key as a text, or as a number in place of a number.
 *
 * @returns `undefined` in place of a number if the key is none, as paths may describe as texts what bodies describe as
 * numbers
 */
export function keyLike(known: unknown, key: unknown): string | number | undefined {
  if (typeof known !== "number") return String(key);
  const number = Number(key);
  return Number.isFinite(number) ? number : undefined;
}

/** Returns an input with a key in its body; the same input if the key cannot stand there. */
export function withBodyKey(
  input: CallInput,
  member: string,
  known: unknown,
  key: unknown,
): CallInput {
  const value = keyLike(known, key);
  return value === undefined ? input : { ...input, body: withValueAt(input.body, [member], value) };
}
