import { Coverage } from "../coverage/coverage.ts";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import type { LeftOutCase, RemainingRecord, RunError, VerifyReport } from "../report/report.ts";
import { Secrets } from "../shown/secrets.ts";
import type { Case } from "./case.ts";
import { chooseCases, chosenOperations } from "./choose-cases.ts";
import { FailureLog } from "./failure-log.ts";
import { sortFailures } from "./known-failures.ts";
import { LeftAlone } from "./left-alone.ts";
import type { RunOptions, ServerRunOptions } from "./options.ts";
import type { ProbeLog } from "./probe.ts";
import { seedOf } from "./seed.ts";
import type { Surroundings } from "./surroundings.ts";

/** Milliseconds after which no further case begins, unless the user says otherwise. */
const defaultTime = 5 * 60_000;

/** What is verified. */
export interface Verified {
  /** As a report names it. */
  readonly name: string;
  readonly side: VerifyReport["side"];
  /** The address of its operations, for commands that send a request again. Left out: `http://localhost`. */
  readonly baseUrl?: string;
  /** What is done before the cases and after them. Left out: nothing. */
  readonly surroundings?: Surroundings;
}

/** What each case is run with. */
export interface CaseRun {
  /** The seed of this case alone. */
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly log: ProbeLog;
}

/**
 * Runs cases one after the other, so that the same seed sends the same requests in the same order, and says what they
 * found. What was made is deleted in the end, where that is allowed. A run that is aborted, or has no time left, ends
 * with what it knows.
 *
 * @param testerOf makes what a case tests by
 * @throws {SetUpError} when a step of the expectations' `before` does not succeed
 */
export async function runCases<Tester>(
  api: VerifiedApi,
  verified: Verified,
  cases: readonly Case<Tester>[],
  options: ServerRunOptions,
  testerOf: (run: CaseRun) => Tester,
): Promise<VerifyReport> {
  const run = new Run(api, verified, options, testerOf);
  return run.all(chooseCases(cases, options), cases);
}

class Run<Tester> {
  readonly #api: VerifiedApi;
  readonly #verified: Verified;
  readonly #options: RunOptions;
  readonly #testerOf: (run: CaseRun) => Tester;
  readonly #seed: number;
  readonly #signal: AbortSignal;
  readonly #secrets: Secrets;
  readonly #coverage: Coverage;
  readonly #failures: FailureLog;
  readonly #leftOut: LeftOutCase[] = [];
  readonly #errors: RunError[] = [];
  /** The cases that ran to their end. */
  readonly #whole = new Set<string>();
  #remaining: readonly RemainingRecord[] = [];
  #exchanges = 0;

  constructor(
    api: VerifiedApi,
    verified: Verified,
    options: ServerRunOptions,
    testerOf: (run: CaseRun) => Tester,
  ) {
    this.#api = api;
    this.#verified = verified;
    this.#options = options;
    this.#testerOf = testerOf;
    this.#seed = options.seed ?? 0;
    this.#signal = options.signal ?? new AbortController().signal;
    this.#secrets = Secrets.of(api.description.mock.api, options, options.secretNames);
    this.#coverage = new Coverage(api);
    const { baseUrl = "http://localhost" } = verified;
    this.#failures = new FailureLog({ api, baseUrl, secrets: this.#secrets });
  }

  async all(
    chosen: readonly Case<Tester>[],
    cases: readonly Case<Tester>[],
  ): Promise<VerifyReport> {
    const { surroundings } = this.#verified;
    const start = performance.now();
    let done = 0;
    try {
      await surroundings?.setUp(this.#signal);
      done = await this.#run(chosen, start);
    } finally {
      await this.#cleanUp();
    }
    const { replay, expectations = {} } = this.#options;
    const known = replay === undefined ? (expectations.known ?? []) : [];
    const left = new Set(this.#leftOut.map(({ caseId }) => caseId));
    return {
      title: this.#api.description.model.title,
      subject: this.#verified.name,
      side: this.#verified.side,
      seed: this.#seed,
      cases: done,
      ran: chosen.slice(0, done).map(({ id, operations }) => ({
        id,
        operationIds: operations.map((operation) => operation.id),
      })),
      exchanges: this.#exchanges,
      duration: performance.now() - start,
      ...sortFailures(this.#failures.all, known, this.#whole, left, cases),
      coverage: this.#coverage.rows(this.#operations(chosen)),
      leftOut: this.#leftOut,
      notRun: chosen.length - done,
      errors: this.#errors,
      remaining: this.#remaining,
      isReplay: replay !== undefined,
      isInterrupted: this.#signal.aborted,
    };
  }

  /** @returns how many cases were run */
  async #run(chosen: readonly Case<Tester>[], start: number): Promise<number> {
    const { maxTime = defaultTime, onProgress } = this.#options;
    for (const [index, one] of chosen.entries()) {
      if (this.#signal.aborted || performance.now() - start > maxTime) return index;
      await this.#one(one);
      if (this.#signal.aborted) return index;
      const failures = this.#failures.size;
      onProgress?.({ caseId: one.id, done: index + 1, total: chosen.length, failures });
    }
    return chosen.length;
  }

  async #one(one: Case<Tester>): Promise<void> {
    const log: ProbeLog = {
      coverage: this.#coverage,
      report: (...found) => this.#failures.add(`${one.id}@${this.#seed}`, ...found),
      sent: (exchange) => {
        this.#exchanges += 1;
        this.#verified.surroundings?.note(exchange);
      },
    };
    const seed = seedOf(`${this.#seed} ${one.id}`);
    try {
      await one.run(this.#testerOf({ seed, signal: this.#signal, log }));
      this.#whole.add(one.id);
    } catch (error) {
      if (this.#signal.aborted) return;
      if (error instanceof LeftAlone) this.#leave(one, error);
      else this.#errors.push(this.#errorOf(one.id, error));
    }
  }

  #leave({ id }: Case<Tester>, { operation, message, how }: LeftAlone): void {
    this.#leftOut.push({ caseId: id, reason: message, how });
    this.#coverage.miss(operation, { what: message, how });
  }

  #errorOf(caseId: string, error: unknown): RunError {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { caseId, message: this.#secrets.hide(message) };
  }

  /** Those that coverage is about. */
  #operations(chosen: readonly Case<Tester>[]): readonly VerifiedOperation[] {
    const operations = chosenOperations(this.#api, this.#options);
    if (this.#options.replay === undefined) return operations;
    return operations.filter((one) => chosen.some((test) => test.operations.includes(one)));
  }

  async #cleanUp(): Promise<void> {
    const done = await this.#verified.surroundings?.cleanUp();
    if (done === undefined) return;
    if (done.error !== undefined) this.#errors.push(this.#errorOf("after", done.error));
    this.#remaining = done.remaining.map((one) => ({
      ...one,
      key: this.#secrets.hide(one.key),
      madeBy: this.#secrets.hide(one.madeBy),
    }));
  }
}
