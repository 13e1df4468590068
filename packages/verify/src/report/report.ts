import type { SourceLocation } from "openapi-packages/description";
import type { CheckName } from "../check/checks.ts";
import type { OperationCoverage, VerifiedSide } from "../coverage/coverage.ts";
import type { Step } from "../shown/step.ts";
import type { Exchange } from "../wire/exchange.ts";
import type { Issue } from "@openapi-packages/runtime";

/** A place where a subject breaks the description, as small as it could be shown. */
export interface Failure {
  /** By it the failure is replayed: the case and the seed, `GetPet/example@0`. */
  readonly id: string;
  readonly check: CheckName;
  readonly operationId: string | undefined;
  /** What was seen and what should be, in one sentence. */
  readonly message: string;
  readonly issues: readonly Issue[];
  /** The rule that is broken, in the source of the description. */
  readonly location: SourceLocation;
  /** JSON pointer of that rule into the whole description. */
  readonly pointer: string;
  /** The places of other descriptions that take part, each with the name of that description. Left out: there are none. */
  readonly related?: readonly RelatedPlace[];
  /** The requests that show it, in order, with their answers, as they were: reports have no secrets, these do. */
  readonly exchanges: readonly Exchange[];
  /** The same as reports show them. */
  readonly steps: readonly Step[];
  /** What the description's mock answered to the same requests, in the same order. Left out: it was not asked. */
  readonly expected?: readonly Exchange[];
  /** Cases that found the same. */
  readonly alsoIn: readonly string[];
}

/** A place of another description than the one that is verified. */
export interface RelatedPlace {
  /** What messages call that description. */
  readonly name: string;
  readonly location: SourceLocation;
}

/** A case that could not be run to its end, by no fault of the subject. */
export interface RunError {
  readonly caseId: string;
  readonly message: string;
}

/** A case that was left out, and what the user would have to say to have it. */
export interface LeftOutCase {
  readonly caseId: string;
  readonly reason: string;
  readonly how: string;
}

/** A failure that expectations know of, and that is still there. */
export interface StillFailing {
  readonly failure: Failure;
  /** As the expectations say. */
  readonly reason: string;
}

/** A failure that expectations know of, and that is no longer there: they have to say so no more. */
export interface NoLongerFailing {
  /** As the expectations name it. */
  readonly name: string;
  readonly reason: string;
}

/** A record that was made during a run, and is still there. */
export interface RemainingRecord {
  /** `Pet`: the resource, as mocks infer it. */
  readonly resource: string;
  readonly key: string;
  /** The path and query of the request that made it, without secrets. */
  readonly madeBy: string;
  /** Why it was not deleted. */
  readonly reason: string;
}

/** A case that was run. */
export interface RanCase {
  readonly id: string;
  /** What it is about; empty where it is about all of them. */
  readonly operationIds: readonly string[];
}

/** What a run came to. */
export interface VerifyReport {
  /** The description's title. */
  readonly title: string;
  /** What was verified. */
  readonly subject: string;
  readonly side: VerifiedSide;
  readonly seed: number;
  /** Cases that were run. */
  readonly cases: number;
  /** The same, in their order. */
  readonly ran: readonly RanCase[];
  readonly exchanges: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly failures: readonly Failure[];
  readonly coverage: readonly OperationCoverage[];
  readonly leftOut: readonly LeftOutCase[];
  /** Cases that time did not suffice for. */
  readonly notRun: number;
  readonly errors: readonly RunError[];
  /** Failures that expectations know of; they are not among `failures`. */
  readonly known: readonly StillFailing[];
  readonly noLongerFailing: readonly NoLongerFailing[];
  /** Records that the run made and left behind. */
  readonly remaining: readonly RemainingRecord[];
  /** True if it ran but the cases of failures again, which says nothing of what is covered. */
  readonly isReplay: boolean;
  /** True if the run was ended before its time. */
  readonly isInterrupted: boolean;
}

/** How far a run is. */
export interface Progress {
  readonly caseId: string;
  /** Cases that are over. */
  readonly done: number;
  readonly total: number;
  readonly failures: number;
}
