import type { Parameter } from "@openapi-packages/description";
import { sentencesOf } from "../../../description/said.ts";
import type { Direction } from "./order-of-values.ts";
import { itemSchema, shownValue, valuesIn, type ListPlace } from "./list-place.ts";

/** Words between values of which each has a higher rank than the next one: `urgent, then high, normal and low`. */
const between = String.raw`[\`"'*]*\s*(?:,|>|→|\s(?:and|then|before|followed by|next|last(?:ly)?|finally)\b|\s)+[\`"'*]*`;

/** Words of sentences about the order of a list, and not about how a record gets from one value to the next. */
const ofOrder = /\b(?:sort(?:s|ed|ing)?|ordered|in (?:the |this )?order)\b/i;

/** Words that say that a row of values is an order, and not what there is. */
const isOrdered = /\b(?:then|before|followed by)\b|>|→/i;
const beginsWith = /\b(?:begin|start)(?:s|ning)? with (?:the )?[`"'*]*$/i;
const otherwise = /\b(?:not|never|reverse\w*|backwards|unless|except)\b/i;

/** Which values of a member come before others in a list. */
export interface Ranks {
  /** The values in the order of a sorted list, if a sentence has it. Default: any, with equal values together. */
  readonly values: readonly string[] | undefined;
}

/**
 * Returns the ranks of a member that has a few texts as values, such as `low`, `normal` and `high`; `undefined` for others. Such
 * texts may be sorted in any order, as that of the description is not always meant.
 *
 * @param parameter the one that asks for the order, if any does
 */
export function ranksOf(place: ListPlace, name: string, parameter?: Parameter): Ranks | undefined {
  const values = valuesIn(place, itemSchema(place, name))?.filter((one) => one !== null);
  if (values === undefined || !values.every((one) => typeof one === "string")) return undefined;
  const { summary, description } = place.operation.model;
  const said = [
    ...sentencesOf(parameter?.description),
    ...sentencesOf(summary, description).filter((one) => ofOrder.test(one)),
  ];
  const stated = said.map((one) => orderIn(one, values)).filter((one) => one !== undefined);
  return { values: stated.length === 1 ? stated[0] : undefined };
}

/** Returns all values in the order in which a sentence ranks them. */
function orderIn(sentence: string, values: readonly string[]): readonly string[] | undefined {
  if (otherwise.test(sentence) || !values.every((one) => /^[\w-]+$/.test(one))) return undefined;
  const any = String.raw`\b(?:${values.join("|")})\b`;
  const found = new RegExp(`${any}(?:${between}${any})+`, "i").exec(sentence);
  if (found === null) return undefined;
  const [row] = found;
  const isOrder = isOrdered.test(row) || beginsWith.test(sentence.slice(0, found.index));
  const order = [...row.matchAll(new RegExp(any, "gi"))].map(([one]) =>
    values.find((value) => value.toLowerCase() === one.toLowerCase()),
  );
  const isWhole = order.length === values.length && new Set(order).size === values.length;
  return isOrder && isWhole ? (order as string[]) : undefined;
}

/** Returns why values do not stand by their ranks; `undefined` if they do, as far as the ranks are known. */
export function rankFault(
  { values: order }: Ranks,
  member: string,
  values: readonly unknown[],
  direction: Direction | undefined,
): string | undefined {
  const runs = values.filter((value, index) => value !== values[index - 1]);
  const again = runs.findIndex((value, index) => runs.indexOf(value) < index);
  if (again >= 0)
    return `gives ${member} ${shownValue(runs[again])} again after ${shownValue(runs[again - 1])}`;
  // A sentence does not tell to which direction its order belongs.
  const isTold = order !== undefined && direction === undefined;
  const known = !isTold ? [] : runs.filter((one) => order.includes(one as string));
  const late = known.findIndex(
    (value, index) => index > 0 && rankIn(order, value) < rankIn(order, known[index - 1]),
  );
  return late < 0
    ? undefined
    : `gives ${member} ${shownValue(known[late - 1])} before ${shownValue(known[late])}`;
}

const rankIn = (order: readonly string[] | undefined, value: unknown): number =>
  order?.indexOf(value as string) ?? 0;
