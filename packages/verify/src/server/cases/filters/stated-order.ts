import { getMember } from "@openapi-packages/runtime/internals";
import type { FilterDescriptor } from "@openapi-packages/mock/description";
import type { JsonObject } from "@openapi-packages/description";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import { nounOf } from "@openapi-packages/compiler/mock/state/words";
import { sentencesOf } from "../../../description/said.ts";
import { formatOf, itemSchema, parameterOf, type ListPlace } from "./list-place.ts";
import type { Comparison, Direction } from "./order-of-values.ts";
import { comparisonIn, saidComparison } from "./said-comparison.ts";
import { sortFault, sortText, sortTests } from "./sorting.ts";
import { ranksOf, type Ranks } from "./ranks.ts";
import { isOfTies } from "./ties.ts";

/** The order of a list that is asked for without one, as its description says: "newest first", "sorted by name". */
export interface StatedOrder {
  /** The words that say it. */
  readonly words: string;
  /** The members that may be meant: of times, "newest first" means any. */
  readonly members: readonly string[];
  /** Default: either. */
  readonly direction: Direction | undefined;
  /** Default: any. */
  readonly comparison?: Comparison | undefined;
  /** Which of the values come first, where the member has a few texts. */
  readonly ranks?: Ranks | undefined;
}

/** Words by which a list begins with the latest time, or with the earliest one, or is in the order of a member. */
export const newest =
  /\b(?:newest|latest|most recent(?:ly \w+)?) (?:\w+ )?first\b|\breverse chronological/i;
export const oldest = /\b(?:oldest|earliest) (?:\w+ )?first\b|(?<!reverse )\bchronological/i;
export const byMember =
  /(?<!\b(?:can|may|could|might|to) (?:also )?be )\b(?:sorted|ordered|in (?:the )?order)(?: alphabetically| numerically)? (?:by|of) (?:the |their |its )?`?(?<name>[a-z][\w-]*(?: [a-z]+){0,2})/i;
export const byDirected =
  /\bby (?:the |their |its )?`?(?<name>[a-z][\w-]*)`? (?:ascending|descending)\b/i;
/** Words by which a list has an order in each of several parts alone. */
const inGroups = /\b(?:within|group\w*)\b/i;
/** Words for the direction of an order. */
export const descending = /\b(?:descending|desc|(?:highest|largest|longest|most \w+) first)\b/i;
export const ascending =
  /\b(?:ascending|asc|alphabetical(?:ly)?|(?:lowest|smallest|shortest|cheapest) first)\b/i;

function textOf({ model }: VerifiedOperation): string[] {
  const success = model.responses.find(({ status }) => status.startsWith("2"));
  return sentencesOf(model.summary, model.description, success?.description);
}

/** True if the text of an operation states an order. */
export const statesOrder = (operation: VerifiedOperation): boolean =>
  textOf(operation).some((sentence) =>
    [newest, oldest, byMember, byDirected].some((pattern) => pattern.test(sentence)),
  );

/**
 * Returns the order of a list that is asked for without one: that of the default of its parameter, or that which the
 * text of its operation states; `undefined` if there is none that can be told.
 */
export function statedOrder(
  place: ListPlace,
  filters: readonly FilterDescriptor[],
  items: readonly JsonObject[],
): StatedOrder | undefined {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  return defaultOrder(place, filters, items) ?? statedOrderIn(place, place.operation, names);
}

/**
 * Returns the order of the records of a list that the text of another operation states; `undefined` if there is none that can
 * be told.
 *
 * @param names the members that may be meant
 */
export const statedOrderIn = (
  place: ListPlace,
  operation: VerifiedOperation,
  names: readonly string[],
): StatedOrder | undefined =>
  textOf(operation)
    .map((sentence) => orderIn(place, sentence, names))
    .find((order) => order !== undefined);

function defaultOrder(
  place: ListPlace,
  filters: readonly FilterDescriptor[],
  items: readonly JsonObject[],
): StatedOrder | undefined {
  const defaults = filters.flatMap((filter) => {
    const value = parameterOf(place, filter)?.schema.annotations["default"];
    return filter.test === "sort" && value !== undefined
      ? [[filter.parameter, value] as const]
      : [];
  });
  if (defaults.length === 0) return undefined;
  const query = Object.fromEntries(defaults);
  const test = sortTests(place, filters, items).find(
    (one) => sortText(one) === sortText({ query }),
  );
  if (test === undefined) return undefined;
  const { member, direction, comparison, ranks } = test;
  return { words: `${sortText(test)} by default`, members: [member], direction, comparison, ranks };
}

function orderIn(
  place: ListPlace,
  sentence: string,
  names: readonly string[],
): StatedOrder | undefined {
  if (inGroups.test(sentence)) return undefined;
  const named = names.filter((name) => sentence.includes(`\`${name}\``));
  const time = newest.exec(sentence) ?? oldest.exec(sentence);
  if (time !== null) {
    const times = names.filter((name) => isTime(place, name));
    const own = named.filter((name) => times.includes(name));
    const members = own.length > 0 ? own : times;
    const direction = newest.test(sentence) ? "desc" : "asc";
    return members.length === 0 ? undefined : { words: time[0], members, direction };
  }
  const by = byMember.exec(sentence) ?? byDirected.exec(sentence);
  const member = memberIn(by?.groups?.["name"] ?? "", names);
  if (by === null || member === undefined || isOfTies(sentence, by.index)) return undefined;
  const direction = descending.test(sentence)
    ? "desc"
    : ascending.test(sentence)
      ? "asc"
      : undefined;
  const comparison = comparisonIn(sentence) ?? saidComparison(place);
  return {
    words: by[0],
    members: [member],
    direction,
    comparison,
    ranks: ranksOf(place, member),
  };
}

/** Returns the member that the first words of a text name: `display names and then` is `displayName`. */
export function memberIn(text: string, names: readonly string[]): string | undefined {
  const words = text.split(" ");
  const counts = words.map((_, index) => words.length - index);
  return (
    counts
      // "The number of words" is no number of their own.
      .filter((count) => words[count] !== "of")
      .map((count) => nounOf(words.slice(0, count).join(" ")))
      .map((noun) => names.find((name) => nounOf(name) === noun))
      .find((name) => name !== undefined)
  );
}

const isTime = (place: ListPlace, name: string): boolean =>
  ["date", "date-time"].includes(String(formatOf(place, itemSchema(place, name))));

/** Returns why a list does not have the order that its description states; `undefined` if it has, as far as that can be told. */
export function statedOrderFault(
  { words, members, direction, comparison, ranks }: StatedOrder,
  items: readonly JsonObject[],
  what = "the list",
): string | undefined {
  const faults = members
    .filter((member) => items.every((item) => getMember(item, member) !== undefined))
    .map((member) =>
      sortFault({ member, direction, comparison, ranks, text: `${what} (${words})` }, items),
    );
  return faults.every((fault) => fault !== undefined) ? faults[0] : undefined;
}
