import { getMember } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/description";
import { plainName, stem } from "@openapi-packages/compiler/mock/state/words";
import { sentencesOf } from "../../../description/said.ts";
import { shownValue, type ListPlace } from "./list-place.ts";
import { isOutOfOrder, type Direction } from "./order-of-values.ts";

/** The order of items that a sorting does not tell apart. */
export interface TieOrder {
  readonly member: string;
  readonly direction: Direction;
  /** The member that they have alike, if the description names one. Default: that which the list is sorted by. */
  readonly of: string | undefined;
}

/** Words for items that a sorting does not tell apart. */
const alike = /\b(?:equal|same|alike|ties?|tied)\b|\b(?:does|do) not tell apart\b/i;

/** The member that they have alike: `of the same kind`, `with the same \`kind\``. */
const alikeMember = /\bsame `?(?<name>[a-z][a-z_]*)`?/i;

/** Words for their order, and the member that it is by. */
const ordered =
  /\b(?:(?<before>ascending|descending) )?(?:order (?:of|by)|ordered by|sorted by|by(?= ascending| descending)|by)(?: (?<between>ascending|descending))? (?:their |the |its )?`?(?<name>[a-z][a-z_]*)`?/gi;

/** True if what a sentence says from an index on is about items that an order does not tell apart. */
export const isOfTies = (sentence: string, index: number): boolean =>
  alike.test(sentence.slice(0, index));

/** Returns the order that a list keeps for items which a sorting does not tell apart; `undefined` if nothing says so. */
export function tieOrder(
  { api, operation: { model }, state }: ListPlace,
  items: readonly JsonObject[],
): TieOrder | undefined {
  const said = sentencesOf(
    model.summary,
    model.description,
    ...model.parameters.map(({ description }) => description),
  );
  const sentence = said.find((one) => alike.test(one) && [...one.matchAll(ordered)].length > 0);
  if (sentence === undefined) return undefined;
  const { key = "id" } = api.description.mock.state?.resources[state.resource] ?? {};
  const names = items[0] === undefined ? [] : Object.keys(items[0]);
  const memberOf = (noun: string): string | undefined =>
    names.find((one) => [noun, stem(noun)].includes(plainName(one)));
  const of = memberOf(plainName(alikeMember.exec(sentence)?.groups?.["name"] ?? ""));
  for (const { groups = {} } of sentence.slice(sentence.search(alike)).matchAll(ordered)) {
    const { before, between, name = "" } = groups;
    const noun = plainName(name);
    const isKey = /^(?:id|identifier|key)s?$/.test(noun);
    const member = isKey ? key : memberOf(noun);
    if (member === undefined || !names.includes(member)) continue;
    const direction = (before ?? between)?.toLowerCase() === "descending" ? "desc" : "asc";
    return { member, direction, of };
  }
  return undefined;
}

/**
 * Returns why items that a sorting by a member does not tell apart are not in their order; `undefined` if they are, as far as
 * that can be told.
 */
export function tieFault(
  { member, direction, of }: TieOrder,
  sortedBy: string,
  items: readonly JsonObject[],
): string | undefined {
  if (of !== undefined && of !== sortedBy) return undefined;
  for (const [index, item] of items.entries()) {
    const before = items[index - 1];
    if (before === undefined) continue;
    const [value, earlier] = [item, before].map((one) => getMember(one, sortedBy));
    if (value === undefined || value === null || value !== earlier) continue;
    const [own, other] = [item, before].map((one) => getMember(one, member));
    if (isOutOfOrder(other, own, direction))
      return `gives ${member} ${shownValue(other)} before ${shownValue(own)}, which have the same ${sortedBy}`;
  }
  return undefined;
}
