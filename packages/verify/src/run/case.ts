import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import type { Workflow } from "../server/cases/workflows/document.ts";
import type { ServerRunOptions } from "./options.ts";
import type { Probe } from "./probe.ts";

/**
 * One test: it reports what is not as described.
 *
 * @typeParam Tester what it tests by: of servers, the probe that sends requests
 */
export interface Case<Tester = Probe> {
  /** Unique and stable, as long as the description is: `GetPet/example`. A failure is replayed by it. */
  readonly id: string;
  /** What it is about: cases are chosen by it. */
  readonly operations: readonly VerifiedOperation[];
  /** The statuses that it wants to see, `2XX` or `404`. Left out: any. */
  readonly aims?: readonly string[];
  /**
   * Runs it. What it does depends on the seed and on what the subject answers alone, not on other cases.
   *
   * @throws {LeftAlone} when it would have to call an operation that is to be left alone
   */
  run(probe: Tester): Promise<void>;
}

/** Makes the cases of one kind. */
export type CaseMaker = (context: CaseContext) => Iterable<Case>;

/** What cases are made of. */
export interface CaseContext {
  readonly api: VerifiedApi;
  readonly options: ServerRunOptions;
  /** Those of Arazzo documents. Left out: there are none. */
  readonly workflows?: readonly Workflow[];
}
