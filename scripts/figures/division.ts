/**
 * The direction of every ratio in this repository. All tables, sentences and headers use the words and functions of this
 * file, so that none divides the other way.
 */
export const division = "ours / theirs";

/** Explains a ratio of times. */
export const belowOne = "below 1 we are faster";

/** Explains a ratio of bytes, or of another amount where less is better. */
export const belowOneAmount = "below 1 ours is less";

/**
 * Divides our number by that of a peer: `2.00` for 20 and 10.
 *
 * @returns the ratio with two decimals; empty if a number is unknown or the peer's is 0
 */
export function divided(ours: number | undefined, theirs: number | undefined): string {
  const quotient = (ours ?? Number.NaN) / (theirs ?? Number.NaN);
  return Number.isFinite(quotient) ? quotient.toFixed(2) : "";
}

/** Formats a ratio of times: `2.00, slower` for 20 and 10; empty if {@link divided} is. */
export function comparedTimes(ours: number | undefined, theirs: number | undefined): string {
  return withWord(divided(ours, theirs), "faster", "slower");
}

/** Formats a ratio of amounts: `2.00, more` for 20 and 10; empty if {@link divided} is. */
export function comparedAmounts(ours: number | undefined, theirs: number | undefined): string {
  return withWord(divided(ours, theirs), "less", "more");
}

/** Adds the word for a ratio as it is shown: `1.00` is always `the same`. */
function withWord(shown: string, below: string, above: string): string {
  if (shown === "") return "";
  const quotient = Number(shown);
  return `${shown}, ${quotient < 1 ? below : quotient > 1 ? above : "the same"}`;
}
