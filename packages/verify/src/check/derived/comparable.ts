import { isObject, type Json, type JsonObject } from "@openapi-packages/description";
import { equal } from "@openapi-packages/runtime/internals";
import type { DerivedRule } from "./derived-rule.ts";

/** Names of members that say that a list is only a part of what there is. */
const ofPages = /cursor|next|previous|more|page|limit|offset|truncat/i;

/** Names of texts by whose values objects are computed in other ways. */
const ofKinds = /status|state|phase|kind|type|mode|currency|tax|vat/i;

/**
 * True if the number of an object has to follow from its list as it does in the examples: nothing in the object or its
 * items is of a kind that no example has, such as a discount, a tax, a quantity above one or a cancelled order.
 */
export function isComparable(object: JsonObject, rule: DerivedRule): boolean {
  if (Object.keys(object).some((name) => ofPages.test(name))) return false;
  if (rule.examples.length === 0) return true;
  const { member, list, part, examples } = rule;
  const beside = Object.entries(object).filter(([name]) => name !== member && name !== list);
  const isUsual = beside.every(([name, value]) => {
    const known = examples.map((one) => one[name]);
    if (typeof value === "number")
      return value === 0 || known.some((one) => one !== undefined && one !== 0 && one !== null);
    return isKnownKind(name, value, known);
  });
  const itemsIn = (holder: JsonObject): JsonObject[] => {
    const items = holder[list];
    return Array.isArray(items) ? items.filter(isObject) : [];
  };
  const shown = examples.flatMap(itemsIn);
  return isUsual && itemsIn(object).every((item) => isUsualItem(item, shown, part));
}

function isUsualItem(
  item: JsonObject,
  shown: readonly JsonObject[],
  part: string | undefined,
): boolean {
  return Object.entries(item).every(([name, value]) => {
    const known = shown.map((one) => one[name]);
    if (typeof value !== "number") return isKnownKind(name, value, known);
    if (name === part) return value >= 0 || known.some((one) => Number(one) < 0);
    // A factor that is the same in all examples may be one of which nothing is seen in them.
    const isConstant = new Set(known).size < 2;
    return value === 0 || !isConstant || known.includes(value);
  });
}

/** True for a flag or the name of a kind that an example has, and for all other texts. */
function isKnownKind(name: string, value: Json, known: readonly (Json | undefined)[]): boolean {
  const isKind = typeof value === "boolean" || (typeof value === "string" && ofKinds.test(name));
  return !isKind || known.includes(value);
}

/** True if an object has the number and the list of an example. */
export const isExample = (object: JsonObject, { member, list, examples }: DerivedRule): boolean =>
  examples.some((one) => one[member] === object[member] && equal(one[list], object[list]));
