import type { KnownFailure } from "../expectations/expectations.ts";
import type { Failure, NoLongerFailing, StillFailing } from "../report/report.ts";
import type { Case } from "./case.ts";

/** Failures, separated into known and new ones. */
export interface SortedFailures {
  readonly failures: readonly Failure[];
  readonly known: readonly StillFailing[];
  readonly noLongerFailing: readonly NoLongerFailing[];
}

/** A case, whatever it tests with. */
type CaseAbout = Pick<Case, "id" | "operations">;

/**
 * Separates known failures from others, and finds those that no longer occur.
 *
 * @param whole the completed cases: nothing is known about failures of other cases
 * @param leftOut the cases that were left out, as when the failure became known
 * @param all all existing cases, including those that were not chosen
 */
export function sortFailures(
  failures: readonly Failure[],
  expected: readonly KnownFailure[],
  whole: ReadonlySet<string>,
  leftOut: ReadonlySet<string>,
  all: readonly CaseAbout[],
): SortedFailures {
  const reasons = failures.map((failure) => ({
    failure,
    reason: expected.find((one) => isMeant(one, failure))?.reason,
  }));
  const gone = expected.filter(
    (one) =>
      !failures.some((failure) => isMeant(one, failure)) &&
      casesOf(one, all).every(({ id }) => whole.has(id) || (!("id" in one) && leftOut.has(id))),
  );
  return {
    failures: reasons.filter(({ reason }) => reason === undefined).map(({ failure }) => failure),
    known: reasons.flatMap(({ failure, reason }) =>
      reason === undefined ? [] : [{ failure, reason }],
    ),
    noLongerFailing: gone.map((one) => ({ name: nameOf(one), reason: one.reason })),
  };
}

/** Returns the identifier of a failure's case, without the seed. */
export const caseIdOf = (failureId: string): string => failureId.replace(/@\d+$/, "");

function isMeant(known: KnownFailure, { id, alsoIn, check, operationId }: Failure): boolean {
  if ("id" in known) return [id, ...alsoIn].some((one) => caseIdOf(one) === caseIdOf(known.id));
  return known.check === check && known.operation === operationId;
}

/** Returns the cases that would show a known failure; none if the case no longer exists. */
function casesOf(known: KnownFailure, all: readonly CaseAbout[]): readonly CaseAbout[] {
  if ("id" in known) return all.filter(({ id }) => id === caseIdOf(known.id));
  return all.filter(({ operations }) => operations.some(({ id }) => id === known.operation));
}

const nameOf = (known: KnownFailure): string =>
  "id" in known ? known.id : `${known.check} of ${known.operation}`;
