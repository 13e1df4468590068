import { isObject } from "@openapi-packages/runtime/internals";
import { toPointer } from "@openapi-packages/description";

/** The texts, numbers and flags in a value, by their places. */
export type Leaves = ReadonlyMap<string, string | number | boolean>;

/** The depth to which an answer is compared. */
const deepest = 4;

/** Returns the texts, numbers and flags in a value. Of a list, the first items are looked at. */
export function leavesOf(value: unknown, tokens: readonly string[] = []): Leaves {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return new Map([[toPointer(tokens), value]]);
  if (tokens.length >= deepest) return new Map();
  const members: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.slice(0, 3).map((one, index) => [String(index), one] as const)
    : isObject(value)
      ? Object.entries(value)
      : [];
  return new Map(members.flatMap(([name, own]) => [...leavesOf(own, [...tokens, name])]));
}

/** Returns the places at which one value has a text that the other has in another wording. */
export function otherTexts(one: Leaves, other: Leaves): string[] {
  return [...one].flatMap(([place, value]) => {
    const theirs = other.get(place);
    const isText = typeof value === "string" && typeof theirs === "string";
    return isText && value !== theirs ? [place] : [];
  });
}

/** True if two values have the same texts, numbers and flags. */
export function isAlike(one: Leaves, other: Leaves): boolean {
  return one.size === other.size && [...one].every(([place, value]) => other.get(place) === value);
}
