import { isObject } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { Random } from "../random.ts";

/**
 * Returns another length for a list: from 1 to twice its length. Lists of numbers keep theirs, because they may
 * be vectors or coordinates.
 *
 * @param most the maximum.
 */
export function otherLength(list: readonly unknown[], most: number, random: Random): number {
  const isVariable = list.length > 0 && list.every((item) => isObject(item) || isText(item));
  return isVariable ? Math.min(1 + random.below(2 * list.length), most) : list.length;
}

const isText = (item: unknown): boolean => typeof item === "string";

const limits = /^(?:limit|page_?size|per_?page)$/i;
const counts = /(?:^|_)(?:count|total)|(?:count|total)$|next_?offset$/i;

/** Returns the maximum length of a list in an object, by members such as `limit`. */
export function mostItems(object: object): number {
  const sizes = numbersOf(object).filter(({ name, value }) => limits.test(name) && value > 0);
  return Math.min(...sizes.map(({ value }) => value), Infinity);
}

/**
 * Corrects the members that count the items of an object's only list of objects. They are in the object itself
 * or in an object beside the list, such as `pagination`.
 *
 * @param original the object before the variation.
 * @param made the variation, which is changed.
 */
export function withCounts(original: object, made: object): object {
  const lists = Object.entries(original).filter(([, member]) => isListOfObjects(member));
  const [name, list] = lists[0] ?? [];
  if (lists.length !== 1 || name === undefined) return made;
  const { length } = (made as JsonObject)[name] as unknown[];
  for (const { holder, name: member, value } of numbersOf(made))
    if (value === (list as unknown[]).length && counts.test(member)) holder[member] = length;
  return made;
}

/** Returns the numbers of an object and of the objects beside its list. */
function numbersOf(object: object) {
  const holders = [object, ...Object.values(object).filter(isObject)] as JsonObject[];
  return holders.flatMap((holder) =>
    Object.entries(holder).flatMap(([name, value]) =>
      typeof value === "number" ? [{ holder, name, value }] : [],
    ),
  );
}

const isListOfObjects = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);
