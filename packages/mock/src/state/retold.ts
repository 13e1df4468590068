import { isObject, setMember } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import { absent } from "./draft.ts";

/** A value that an example of a record has, and what another record has there. */
export interface Retold {
  readonly example: unknown;
  readonly own: unknown;
}

/** The depth to which the members of a record are looked at. */
const deepest = 4;

/** The texts, lists and objects that members of an example's record have, with those of another record. */
export function retoldOf(
  example: unknown,
  own: unknown,
  names: readonly string[],
): readonly Retold[] {
  if (!isObject(example)) return [];
  return names.flatMap((name) =>
    Object.hasOwn(example, name)
      ? pairs(example[name], isObject(own) && Object.hasOwn(own, name) ? own[name] : absent, 0)
      : [],
  );
}

function pairs(example: unknown, own: unknown, depth: number): Retold[] {
  const isTelling = typeof example === "object" ? !isEmpty(example) : typeof example === "string";
  if (!isTelling || example === "") return [];
  const rest = isObject(example) && depth < deepest ? Object.entries(example) : [];
  return [
    { example, own },
    ...rest.flatMap(([name, value]) =>
      pairs(value, isObject(own) && Object.hasOwn(own, name) ? own[name] : absent, depth + 1),
    ),
  ];
}

const isEmpty = (value: object | null): boolean =>
  value === null || Object.keys(value).length === 0;

/**
 * A value that tells of another record than its example does.
 *
 * @param missing stands for what that record has not
 */
export function retell(
  value: unknown,
  told: readonly Retold[],
  missing: (example: unknown) => unknown,
): unknown {
  const found = told.find(({ example }) => isSame(example, value));
  if (found !== undefined) return found.own === absent ? missing(value) : found.own;
  if (Array.isArray(value))
    return value.map((item) => retell(item, told, missing)).filter((item) => item !== absent);
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    const other = retell(member, told, missing);
    if (other !== absent) setMember(copy, name, other);
  }
  return copy;
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) =>
        Object.hasOwn(other, name) && isSame(Reflect.get(one, name), Reflect.get(other, name)),
    )
  );
}
