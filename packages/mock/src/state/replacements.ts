import { isObject } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import { absent } from "./draft.ts";
import { withoutValueAt, withValueAt } from "./pointers.ts";

/** A value in an example's record, and the value of another record in its place. */
export interface Replacement {
  /** The name of the member. */
  readonly name: string;
  readonly example: unknown;
  readonly own: unknown;
}

/** A place of a value, and the possible values there, the best first; `absent`: none. */
interface Place {
  readonly tokens: readonly string[];
  readonly choices: readonly unknown[];
}

/** The depth to which the members of a record are compared. */
const deepest = 4;

/**
 * Returns the texts, lists and objects of an example's record, with the corresponding values of another record.
 */
export function replacementsOf(
  example: unknown,
  own: unknown,
  names: readonly string[],
): readonly Replacement[] {
  return names.flatMap((name) => pairs(name, example, own, 0));
}

function pairs(name: string, from: unknown, to: unknown, depth: number): Replacement[] {
  if (!isObject(from) || !Object.hasOwn(from, name)) return [];
  const example = from[name];
  const own = isObject(to) && Object.hasOwn(to, name) ? to[name] : absent;
  const isDistinctive =
    typeof example === "object" ? !isEmpty(example) : typeof example === "string";
  if (!isDistinctive || example === "") return [];
  // If the record does not have an object, its members are common words that may mean anything elsewhere.
  const isBoth = isObject(example) && isObject(own) && depth < deepest;
  const inner = isBoth ? Object.keys(example) : [];
  return [
    { name, example, own },
    ...inner.flatMap((member) => pairs(member, example, own, depth + 1)),
  ];
}

const isEmpty = (value: object | null): boolean =>
  value === null || Object.keys(value).length === 0;

/**
 * Rewrites a value for another record than the one in its example. A member that repeats a value of the
 * example's record gets the value of the record, and a text that quotes a sentence gets the record's sentence.
 * If the record does not have the value, a member of the same name is omitted, and others become empty; each
 * change applies only if it is accepted.
 */
export function replaceValues(
  value: JsonObject,
  replacements: readonly Replacement[],
  isAccepted: (value: JsonObject) => boolean,
): JsonObject {
  // From the last to the first, so that items of lists can be removed.
  const places = placesOf(value, replacements, []).toReversed();
  const best = places.reduce((whole, { tokens, choices }) => put(whole, tokens, choices[0]), value);
  if (places.length === 0 || isAccepted(best)) return best;
  let current = value;
  for (const { tokens, choices } of places) {
    const others = choices.map((choice) => put(current, tokens, choice));
    current = others.find(isAccepted) ?? current;
  }
  return current;
}

const put = (whole: JsonObject, tokens: readonly string[], choice: unknown): JsonObject =>
  (choice === absent
    ? withoutValueAt(whole, tokens)
    : withValueAt(whole, tokens, choice)) as JsonObject;

function placesOf(
  value: unknown,
  replacements: readonly Replacement[],
  tokens: readonly string[],
  isItem = false,
): Place[] {
  const found = replacements.find(({ example }) => isSame(example, value));
  if (found !== undefined) {
    const choices = isItem ? choicesFor(found) : choicesFor(found, tokens.at(-1));
    return [{ tokens, choices }];
  }
  if (typeof value === "string") {
    const quoting = quoted(value, replacements);
    return quoting === value ? [] : [{ tokens, choices: [quoting] }];
  }
  if (typeof value !== "object" || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([name, member]) =>
    placesOf(member, replacements, [...tokens, name], isList),
  );
}

function choicesFor({ name, example, own }: Replacement, place?: string): unknown[] {
  if (own !== absent) return [own];
  const empty = emptyLike(example);
  return place === undefined || place === name ? [absent, null, empty] : [empty, null, absent];
}

/** Returns the empty value of the same type. */
function emptyLike(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return typeof value === "object" ? {} : "";
}

/**
 * Replaces the example's sentences in a text by those of another record. Single words stay, since they may mean
 * anything.
 */
function quoted(text: string, replacements: readonly Replacement[]): string {
  const isJson = /^\s*[[{]/.test(text);
  const inText = (said: string): string => (isJson ? JSON.stringify(said).slice(1, -1) : said);
  let quoting = text;
  for (const { example, own } of replacements) {
    if (typeof example !== "string" || !/\S\s+\S/.test(example)) continue;
    const other = own === absent ? "" : own;
    if (typeof other === "string")
      quoting = quoting.replaceAll(inText(example), () => inText(other));
  }
  return quoting;
}

/** True if two JSON values are equal. */
export function isSame(one: unknown, other: unknown): boolean {
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
