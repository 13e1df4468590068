import { escapePointerToken } from "@openapi-packages/runtime/internals";
import { isPlainObject } from "../wire/copy-of.ts";
import type { Difference } from "./same-value.ts";

/**
 * Returns the first change of a value that a client was given: JSON, dates and bytes by what they have, and anything
 * else by identity. A member that is `undefined` is absent.
 *
 * @param before what it was, from `copyOf`
 */
export function changeOf(before: unknown, after: unknown, pointer = ""): Difference | undefined {
  const difference = { pointer, expected: before, actual: after };
  if (Array.isArray(before) || isPlainObject(before)) {
    const isSameKind = Array.isArray(before) ? Array.isArray(after) : isPlainObject(after);
    if (!isSameKind) return difference;
    for (const name of new Set([...Object.keys(before), ...Object.keys(after as object)])) {
      const [own, other] = [before, after as object].map((value): unknown =>
        Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined,
      );
      const found = changeOf(own, other, `${pointer}/${escapePointerToken(name)}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return isSame(before, after) ? undefined : difference;
}

function isSame(before: unknown, after: unknown): boolean {
  if (before instanceof Date) return after instanceof Date && Number(before) === Number(after);
  const [one, other] = [before, after].map(bytesOf);
  return one === undefined || other === undefined ? Object.is(before, after) : one.equals(other);
}

function bytesOf(value: unknown): Buffer | undefined {
  if (value instanceof ArrayBuffer) return Buffer.from(value);
  return value instanceof Uint8Array ? Buffer.from(value) : undefined;
}
