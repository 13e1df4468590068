import { stem, wordsOf } from "@openapi-packages/compiler/mock/state/words";
import { sentencesAbout } from "../../../description/said.ts";
import { isCaseless, type ListPlace } from "./list-place.ts";
import type { Comparison } from "./order-of-values.ts";

const codePoints = /\bcode[- ](?:points?|units?)\b/i;

/** Words of sentences about the order of a list. */
const ofOrder = /\b(?:sort(?:s|ed|ing)?|order(?:s|ed|ing)?|ascending|descending)\b/i;

/** Words for another order, or for what code points are counted of. */
const otherwise =
  /\b(?:not|never|except|unless|may|might|can|language|locale\w*|collat\w*|dictionary|natural\w*|length|counted)\b/i;

/** Words by which texts are numbers. */
const numeric =
  /\b(?:as|like) (?:amounts|numbers)\b|\bnumerical(?:ly)?\b|\bby (?:their )?(?:amount|numeric value)\b/i;

/** Returns how a sentence about an order says that texts are compared. */
export function comparisonIn(sentence: string): Comparison | undefined {
  if (otherwise.test(sentence)) return undefined;
  if (codePoints.test(sentence)) return isCaseless(sentence) ? undefined : "by code points";
  return isCaseless(sentence) ? "without case" : undefined;
}

/**
 * Returns how texts of a list are compared where its description, or that of the whole API, says so of all orders, or of
 * those by a member: "Prices are sorted as amounts".
 */
export function saidComparison({ api, operation }: ListPlace, member = ""): Comparison | undefined {
  const said = sentencesAbout(api, operation).filter((one) => ofOrder.test(one));
  const own = wordsOf(member).map(stem);
  const isNamed = (sentence: string): boolean => {
    const words = wordsOf(sentence).map(stem);
    return own.length > 0 && own.every((one) => words.includes(one));
  };
  if (said.some((one) => numeric.test(one) && isNamed(one))) return "as numbers";
  const isOfCodePoints = said.some((one) => comparisonIn(one) === "by code points");
  return isOfCodePoints && !said.some(isCaseless) ? "by code points" : undefined;
}
