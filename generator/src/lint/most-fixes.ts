/** A result that was made with some fixes. */
interface WithFixes<Fix> {
  readonly fixes: readonly Fix[];
}

/**
 * Adds as many fixes to a result as can be: all at once, or else what can be of each half, so that few wrong ones among many
 * take few attempts.
 *
 * @param kept the result without the candidates
 * @param attempt makes the result with fixes; `undefined` if it is not right
 */
export async function mostFixes<Fix, Result extends WithFixes<Fix>>(
  kept: Result,
  candidates: readonly Fix[],
  attempt: (fixes: readonly Fix[]) => Promise<Result | undefined>,
): Promise<Result> {
  if (candidates.length === 0) return kept;
  const all = await attempt([...kept.fixes, ...candidates]);
  if (all !== undefined) return all;
  if (candidates.length === 1) return kept;
  const middle = Math.ceil(candidates.length / 2);
  const first = await mostFixes(kept, candidates.slice(0, middle), attempt);
  return mostFixes(first, candidates.slice(middle), attempt);
}
