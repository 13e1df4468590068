import type { JsonObject } from "@openapi-packages/description";
import { isObject } from "@openapi-packages/runtime/internals";
import type { Exchange } from "../../wire/exchange.ts";
import type { Problem } from "../checks.ts";

/** A violation, with the answer that shows it. */
export interface DerivedProblem {
  readonly problem: Problem;
  readonly exchange: Exchange;
}

/** A number of an object that follows from a list beside it. */
export interface DerivedRule {
  /** The member that has the number. */
  readonly member: string;
  /** The member that has the list. */
  readonly list: string;
  /** The member of the items whose sum the number is; `undefined` if it is the number of items. */
  readonly part: string | undefined;
  /** What says so, for the message: `they are equal in the example insured of getInvoice`. */
  readonly source: string;
  /** The objects of examples that have both members; none if the description says it in words. */
  readonly examples: readonly JsonObject[];
}

/** The items of a list, and the number that follows from them. */
export interface Derived {
  readonly items: readonly JsonObject[];
  readonly stated: number;
  readonly expected: number;
  /** The largest difference that is due to rounding. */
  readonly tolerance: number;
}

/**
 * Returns what an object says of a rule's number and what follows from its list; `undefined` if it lacks one of them, or
 * has numbers that are not exact.
 */
export function derivedIn(
  object: Readonly<Record<string, unknown>>,
  { member, list, part }: Pick<DerivedRule, "member" | "list" | "part">,
): Derived | undefined {
  const [stated, items] = [object[member], object[list]];
  if (typeof stated !== "number" || !Array.isArray(items) || !items.every(isObject))
    return undefined;
  const parts = part === undefined ? [] : items.map((one) => one[part]);
  if (!parts.every((one) => typeof one === "number")) return undefined;
  const expected = part === undefined ? items.length : parts.reduce((sum, one) => sum + one, 0);
  const numbers = [stated, expected, ...parts];
  if (numbers.some((one) => Math.abs(one) > Number.MAX_SAFE_INTEGER)) return undefined;
  const isWhole = numbers.every(Number.isInteger);
  // Amounts with decimals may be rounded, each by itself.
  const tolerance = isWhole ? 0 : 0.005 * (items.length + 1);
  return { items: items as JsonObject[], stated, expected, tolerance };
}

/** True if the number is the one that follows from the list. */
export const isAsExpected = ({ stated, expected, tolerance }: Derived): boolean =>
  Math.abs(stated - expected) <= tolerance + Number.EPSILON * Math.abs(expected);

/** The depth to which a value is searched for objects. */
const deepest = 6;

/** Returns all objects in a value. */
export function objectsIn(value: unknown, depth = 0): JsonObject[] {
  if (depth > deepest) return [];
  if (Array.isArray(value)) return value.flatMap((one) => objectsIn(one, depth + 1));
  if (!isObject(value)) return [];
  const own = Object.values(value).flatMap((one) => objectsIn(one, depth + 1));
  return [value as JsonObject, ...own];
}

/** Returns the words of a name or a text, in lower case and in the singular. */
export function wordsOf(text: string): string[] {
  const plain = text.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase();
  return (plain.match(/[a-z\d]+/g) ?? []).map((word) =>
    word.replace(/ies$/, "y").replace(/(?<=[^s]{2})s$/, ""),
  );
}
