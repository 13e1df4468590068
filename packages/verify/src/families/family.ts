import type { NotCovered } from "../coverage/coverage.ts";
import type { VerifiedOperation } from "../description/verified-api.ts";
import type { CaseContext, CaseMaker } from "../run/case.ts";

/** A group of cases that look for one kind of fault. Reports list for each family which operations it was tried on. */
export interface Family {
  /** Its name in reports: `pages`. */
  readonly name: string;
  /** What its cases try, in a few words. */
  readonly what: string;
  readonly make: CaseMaker;
  /** True if an operation can have faults of this kind. Default: if there is a case for it. */
  concerns?(operation: VerifiedOperation, context: CaseContext): boolean;
  /** Says why an operation that it concerns has no case, and how the user gets one. */
  without?(operation: VerifiedOperation, context: CaseContext): NotCovered;
}

/** A family whose cases have been made for a run. */
export interface PlannedFamily {
  readonly name: string;
  readonly what: string;
  /** The identifiers of its cases. */
  readonly caseIds: ReadonlySet<string>;
  /** The operations that it concerns, each with the reason why it has no case, if it has none. */
  readonly operations: ReadonlyMap<string, NotCovered | undefined>;
}
