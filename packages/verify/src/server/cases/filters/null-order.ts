import { getMember } from "@openapi-packages/runtime/internals";
import type { JsonObject, Parameter } from "@openapi-packages/description";
import { verbStem, wordsOf } from "@openapi-packages/compiler/mock/state/words";
import { sentencesOf } from "../../../description/said.ts";
import { shownValue } from "./list-place.ts";

/** The end of a sorted list at which the items without a value stand. */
export type NullPlace = "first" | "last";

const isLast = /\b(?:last|at the end|after (?:all )?(?:the )?others)\b/i;
const isFirst = /\b(?:first|at the (?:start|beginning|top)|before (?:all )?(?:the )?others)\b/i;

/** Words for any value that is not there. */
const anyNull = /\bnulls\b|\b(?:null|missing|absent|empty) values?\b/i;

const isOpen = /\b(?:may|might|can|could|usually|often)\b/i;

/** Words for both directions. */
const inBoth =
  /\b(?:both|either|any) (?:directions?|orders?|ways?)\b|\balways\b|\bwhether\b|\b(?:regardless|irrespective|independent(?:ly)?) of the (?:direction|order)\b|\basc(?:ending)?,? (?:and|or|as well as) (?:in )?desc/i;

/**
 * Returns where a list has the items that lack the member by which it is sorted, as the description of the order says:
 * "Unrated ones come last with rating and with -rating". `undefined` if it does not, or says it of one direction alone.
 */
export function nullPlace(
  { description }: Pick<Parameter, "description">,
  member: string,
  name: string,
): NullPlace | undefined {
  const places = sentencesOf(description).flatMap((sentence): NullPlace[] => {
    if (isOpen.test(sentence)) return [];
    const [last, first] = [isLast, isFirst].map((pattern) => pattern.test(sentence));
    const isSaid = last !== first && isOfBoth(sentence, name) && lacks(sentence, member);
    return isSaid ? [last === true ? "last" : "first"] : [];
  });
  return new Set(places).size === 1 ? places[0] : undefined;
}

/** True if a sentence is about both directions, in words or by both values. */
function isOfBoth(sentence: string, name: string): boolean {
  const named = sentence.split(/[^\w-]+/);
  return inBoth.test(sentence) || (named.includes(name) && named.includes(`-${name}`));
}

/** True if a sentence is about items without a member, or without any. */
function lacks(sentence: string, member: string): boolean {
  if (anyNull.test(sentence)) return true;
  const own = wordsOf(member).map(verbStem);
  const isOwn = (word: string | undefined): boolean => own.includes(verbStem(word ?? ""));
  const words = wordsOf(sentence);
  const at = words.findIndex((word) => word === member.toLowerCase() || isOwn(word));
  const isNull = /\b(?:is|are) (?:null|missing|absent|unset|not (?:set|given|known))\b/i;
  return (
    words.some((word) => word.startsWith("un") && isOwn(word.slice(2))) ||
    words.some(
      (word, index) =>
        ["without", "no", "not", "null"].includes(word) &&
        words.slice(index + 1, index + 3).some(isOwn),
    ) ||
    (at >= 0 && isNull.test(sentence))
  );
}

/** Returns why the items without a value are not where they have to be; `undefined` if they are. */
export function nullFault(
  place: NullPlace,
  member: string,
  items: readonly JsonObject[],
): string | undefined {
  const values = items.map((item) => getMember(item, member) ?? null);
  const found = values.findIndex((value, index) => {
    const [before, after] =
      place === "last" ? [values[index - 1], value] : [value, values[index - 1]];
    return index > 0 && before === null && after !== null;
  });
  return found < 0
    ? undefined
    : `gives ${member} ${shownValue(values[found - 1])} before ${shownValue(values[found])}, and those without it come ${place}`;
}
