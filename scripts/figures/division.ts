/**
 * How every comparison of this repository divides. All tables, sentences and headers take the words and the numbers from
 * here, so that none of them can divide the other way.
 */
export const division = "ours / theirs";

/** How a quotient of times is read. */
export const belowOne = "below 1 we are faster";

/** How a quotient of bytes, or of another amount that is better small, is read. */
export const belowOneAmount = "below 1 ours is less";

/**
 * One number of ours divided by the same of a peer: `2.00` for 20 and 10.
 *
 * @returns two digits after the point; empty where one of them is unknown or the peer's is 0
 */
export function divided(ours: number | undefined, theirs: number | undefined): string {
  const quotient = (ours ?? Number.NaN) / (theirs ?? Number.NaN);
  return Number.isFinite(quotient) ? quotient.toFixed(2) : "";
}

/** Two times divided, with the word for it: `2.00, slower` for 20 and 10; empty as {@link divided} is. */
export function comparedTimes(ours: number | undefined, theirs: number | undefined): string {
  return withWord(divided(ours, theirs), "faster", "slower");
}

/** Two amounts divided, with the word for it: `2.00, more` for 20 and 10; empty as {@link divided} is. */
export function comparedAmounts(ours: number | undefined, theirs: number | undefined): string {
  return withWord(divided(ours, theirs), "less", "more");
}

/** The word is that of the number as it is shown: `1.00` is the same. */
function withWord(shown: string, below: string, above: string): string {
  if (shown === "") return "";
  const quotient = Number(shown);
  return `${shown}, ${quotient < 1 ? below : quotient > 1 ? above : "the same"}`;
}
