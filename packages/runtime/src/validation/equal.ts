import { isObject } from "../members.ts";

/**
 * True if two JSON values are equal, as `const`, `enum` and `uniqueItems` compare them (JSON Schema 2020-12
 * core, section 4.2.2 "Instance Equality"). The order of members does not matter.
 */
export function equal(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => equal(item, right[index]));
  }
  if (!isObject(left) || !isObject(right)) return Number.isNaN(left) && Number.isNaN(right);
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every((name) => Object.hasOwn(right, name) && equal(left[name], right[name]));
}
