import type { NotCovered } from "./coverage.ts";

/** An operation that a family concerns and that it was not tried on. */
export interface NotTried extends NotCovered {
  readonly operationId: string;
}

/** Which operations a family was tried on. */
export interface FamilyCoverage {
  readonly name: string;
  /** What its cases try. */
  readonly what: string;
  /** The operations of which a case was run to its end, in the order of the description. */
  readonly tried: readonly string[];
  readonly notTried: readonly NotTried[];
}
