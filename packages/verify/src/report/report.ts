import type { SourceLocation } from "openapi-packages/description";
import type { CheckName } from "../check/checks.ts";
import type { OperationCoverage } from "../coverage/coverage.ts";
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
  /** The requests that show it, in order, with their answers. */
  readonly exchanges: readonly Exchange[];
  /** What the description's mock answered to the same requests, in the same order. Left out: it was not asked. */
  readonly expected?: readonly Exchange[];
  /** Cases that found the same. */
  readonly alsoIn: readonly string[];
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

/** What a run came to. */
export interface VerifyReport {
  /** The description's title. */
  readonly title: string;
  /** What was verified. */
  readonly subject: string;
  readonly side: "server" | "client";
  readonly seed: number;
  /** Cases that were run. */
  readonly cases: number;
  readonly exchanges: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly failures: readonly Failure[];
  readonly coverage: readonly OperationCoverage[];
  readonly leftOut: readonly LeftOutCase[];
  /** Cases that time did not suffice for. */
  readonly notRun: number;
  readonly errors: readonly RunError[];
}

/** How far a run is. */
export interface Progress {
  readonly caseId: string;
  /** Cases that are over. */
  readonly done: number;
  readonly total: number;
  readonly failures: number;
}
