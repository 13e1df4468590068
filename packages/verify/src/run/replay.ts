import type { Failure } from "../report/report.ts";
import type { Case } from "./case.ts";
import { chooseCases } from "./choose-cases.ts";
import { caseIdOf } from "./known-failures.ts";
import type { RunOptions } from "./options.ts";

/** The part of a case by which it is chosen. */
type AnyCase = Omit<Case, "run">;

/** True for a failure that a replayed case shows, whether or not another case has shown it before. */
export const isReplayed = ({ id, alsoIn }: Failure, replay: readonly string[]): boolean =>
  [id, ...alsoIn].some((one) => replay.map(caseIdOf).includes(caseIdOf(one)));

/**
 * Returns the cases of the run that found a failure, up to the last of the failures that their own cases did not show
 * again: these may need what the cases before have left, such as items of a list. Empty if all were shown. The name of
 * a case, without the seed of a failure, asks for that case alone.
 */
export function casesUpTo<Chosen extends AnyCase>(
  cases: readonly Chosen[],
  { replay = [], ...options }: RunOptions,
  failures: readonly Failure[],
): Chosen[] {
  const absent = replay.filter(
    (id) => id !== caseIdOf(id) && !failures.some((one) => isReplayed(one, [id])),
  );
  const last = cases.findLastIndex(({ id }) => absent.some((one) => caseIdOf(one) === id));
  if (last === -1) return [];
  const usual = new Set(chooseCases(cases, options));
  return cases.slice(0, last + 1).filter((one, index) => usual.has(one) || index === last);
}
