import { isPlainObject } from "../wire/copy-of.ts";

/** Returns JSON values that differ from a value in one leaf each; a schema may allow some of them. */
export function* alterations(value: unknown): Generator<unknown, void, undefined> {
  if (typeof value === "string") {
    yield bumped(value);
    yield `${value}2`;
  } else if (typeof value === "number") {
    yield value + 1;
    yield value - 1;
  } else if (typeof value === "boolean") yield !value;
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      for (const other of alterations(item)) yield value.with(index, other);
  } else if (isPlainObject(value)) {
    for (const [name, own] of Object.entries(value))
      for (const other of alterations(own)) yield { ...value, [name]: other };
  }
}

/** Returns a text of the same length and kind: its last letter or digit is another one. */
function bumped(text: string): string {
  const index = text.search(/[0-9A-Za-z][^0-9A-Za-z]*$/);
  if (index < 0) return `${text}a`;
  const old = text.charAt(index);
  const [zero, one] = /\d/.test(old) ? ["0", "1"] : /[a-z]/.test(old) ? ["a", "b"] : ["A", "B"];
  return text.slice(0, index) + (old === zero ? one : zero) + text.slice(index + 1);
}
