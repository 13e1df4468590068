import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import type { Workflow } from "../server/cases/workflows/document.ts";
import type { ServerRunOptions } from "./options.ts";
import type { Probe } from "./probe.ts";

/**
 * One test. It reports violations of the description.
 *
 * @typeParam Tester what it tests with: for servers, the probe that sends requests
 */
export interface Case<Tester = Probe> {
  /** A unique identifier, stable for the same description: `GetPet/example`. It is used to replay failures. */
  readonly id: string;
  /** The operations that it is about, by which cases are chosen. */
  readonly operations: readonly VerifiedOperation[];
  /** The statuses that it aims for, `2XX` or `404`. Default: any. */
  readonly aims?: readonly string[];
  /**
   * Runs the case. Its behaviour depends on the seed, the subject's answers, and what the run has learned before of the
   * inputs that operations take; its records are its own.
   *
   * @throws {LeftAlone} when it would have to call an operation that must be left alone
   */
  run(probe: Tester): Promise<void>;
}

/** Creates the cases of one kind. */
export type CaseMaker = (context: CaseContext) => Iterable<Case>;

/** The input for creating cases. */
export interface CaseContext {
  readonly api: VerifiedApi;
  readonly options: ServerRunOptions;
  /** The workflows of Arazzo documents. Default: there are none. */
  readonly workflows?: readonly Workflow[];
}
