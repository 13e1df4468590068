import type { Diagnostic, SourceLocation } from "@openapi-packages/description";
import type { CheckName } from "../check/checks.ts";
import type { OperationCoverage, VerifiedSide } from "../coverage/coverage.ts";
import type { FamilyCoverage } from "../coverage/family-coverage.ts";
import type { Step } from "../shown/step.ts";
import type { Exchange } from "../wire/exchange.ts";
import type { Issue } from "@openapi-packages/runtime";

/** A violation of the description, reduced to the smallest example. */
export interface Failure {
  /** The identifier for replaying it, from the case and the seed: `GetPet/example@0`. */
  readonly id: string;
  readonly check: CheckName;
  readonly operationId: string | undefined;
  /** The method of that operation, and its path as the description writes it. */
  readonly method: string | undefined;
  readonly path: string | undefined;
  /** What is wrong in general, if it is no matter of one operation. */
  readonly policy?: string;
  /** All operations that show the policy. Default: that of `operationId` alone. */
  readonly operationIds?: readonly string[];
  /** What happened and what is expected, in one sentence. */
  readonly message: string;
  readonly issues: readonly Issue[];
  /** The violated rule in the source of the description. */
  readonly location: SourceLocation;
  /** The JSON pointer of that rule in the whole description. */
  readonly pointer: string;
  /** Places in other descriptions, with their names. Default: there are none. */
  readonly related?: readonly RelatedPlace[];
  /** The exchanges that show it, in order and with secrets, which reports leave out. */
  readonly exchanges: readonly Exchange[];
  /** The same exchanges, as reports show them. */
  readonly steps: readonly Step[];
  /** The answers of the description's mock to the same requests. Default: it was not asked. */
  readonly expected?: readonly Exchange[];
  /** Other cases that found the same failure. */
  readonly alsoIn: readonly string[];
}

/** A place in another description than the verified one. */
export interface RelatedPlace {
  /** The name of that description in messages. */
  readonly name: string;
  readonly location: SourceLocation;
}

/** A case that could not be completed for reasons outside of the subject. */
export interface RunError {
  readonly caseId: string;
  readonly message: string;
}

/** A case that was left out, and how the user can enable it. */
export interface LeftOutCase {
  readonly caseId: string;
  readonly reason: string;
  readonly how: string;
}

/** A known failure that still occurs. */
export interface StillFailing {
  readonly failure: Failure;
  /** The reason in the expectations. */
  readonly reason: string;
}

/** A known failure that no longer occurs, and must be removed from the expectations. */
export interface NoLongerFailing {
  /** Its name in the expectations. */
  readonly name: string;
  readonly reason: string;
}

/** A record that a run created and did not delete. */
export interface RemainingRecord {
  /** The resource, as mocks infer it: `Pet`. */
  readonly resource: string;
  readonly key: string;
  /** The path and query of the request that created it, without secrets. */
  readonly madeBy: string;
  /** Why it was not deleted. */
  readonly reason: string;
}

/** A completed case. */
export interface RanCase {
  readonly id: string;
  /** The operations that it is about. Empty for all. */
  readonly operationIds: readonly string[];
}

/** The result of a run. */
export interface VerifyReport {
  /** The description's title. */
  readonly title: string;
  /** What was verified. */
  readonly subject: string;
  readonly side: VerifiedSide;
  readonly seed: number;
  /** The number of completed cases. */
  readonly cases: number;
  /** The completed cases in order. */
  readonly ran: readonly RanCase[];
  readonly exchanges: number;
  /** The duration in milliseconds. */
  readonly duration: number;
  readonly failures: readonly Failure[];
  readonly coverage: readonly OperationCoverage[];
  /** Which families of cases were tried on which operations. Empty for replays, and unless a server is verified. */
  readonly families: readonly FamilyCoverage[];
  /** Extensions of the description (`x-pagination` and others) that were not followed, and why. */
  readonly warnings: readonly Diagnostic[];
  readonly leftOut: readonly LeftOutCase[];
  /** The number of cases that were not run for lack of time. */
  readonly notRun: number;
  readonly errors: readonly RunError[];
  /** Known failures that still occur. They are not among `failures`. */
  readonly known: readonly StillFailing[];
  readonly noLongerFailing: readonly NoLongerFailing[];
  /** Records that the run created and did not delete. */
  readonly remaining: readonly RemainingRecord[];
  /** True if only cases of failures were replayed, so that coverage is meaningless. */
  readonly isReplay: boolean;
  /** True if the run was interrupted. */
  readonly isInterrupted: boolean;
}

/** The progress of a run. */
export interface Progress {
  readonly caseId: string;
  /** The number of completed cases. */
  readonly done: number;
  readonly total: number;
  readonly failures: number;
}
