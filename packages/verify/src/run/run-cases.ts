import { UsageError } from "@openapi-packages/description";
import { Coverage } from "../coverage/coverage.ts";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { FamilyLog } from "../families/family-log.ts";
import type { PlannedFamily } from "../families/family.ts";
import { extensionWarnings } from "../report/extension-warnings.ts";
import type { LeftOutCase, RemainingRecord, RunError, VerifyReport } from "../report/report.ts";
import type { Secrets } from "../shown/secrets.ts";
import type { Exchange } from "../wire/exchange.ts";
import type { MadeByRequest } from "../records/made-records.ts";
import type { Case } from "./case.ts";
import { chooseCases, chosenOperations } from "./choose-cases.ts";
import { FailureLog } from "./failure-log.ts";
import { sortFailures } from "./known-failures.ts";
import { onePerPolicy } from "./policies.ts";
import { LeftAlone } from "./left-alone.ts";
import type { RunOptions } from "./options.ts";
import type { ProbeLog } from "./probe.ts";
import { casesUpTo, isReplayed } from "./replay.ts";
import { seedOf } from "./seed.ts";

/** The default of `maxTime`, in milliseconds. */
const defaultTime = 5 * 60_000;

/** The context of one case. */
export interface CaseRun {
  /** The seed of this case. */
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly log: ProbeLog;
}

/** What is verified, and the steps around its cases. */
export interface Verified<Tester> {
  /** The name in reports. */
  readonly name: string;
  readonly side: VerifyReport["side"];
  /** The secrets that reports leave out. */
  readonly secrets: Secrets;
  /** Creates what a case tests with. */
  testerOf(run: CaseRun): Tester;
  /** Called with every exchange of the cases. */
  sent?(exchange: Exchange): void;
  /** Called before cases run again, which are to find what they found at first, not what they find by then. */
  startAgain?(): void;
  /** Runs before the cases. An error ends the run. */
  setUp?(): Promise<void>;
  /**
   * Runs after the cases in any event.
   *
   * @returns the created records that remain
   */
  cleanUp?(onError: (error: unknown) => void): Promise<readonly RemainingRecord[]>;
  /** Returns the created records with the requests that created them. */
  made?(): readonly MadeByRequest[];
}

/** The cases that can be run. */
export interface CasePlan<Tester> {
  readonly cases: readonly Case<Tester>[];
  /** The families that they belong to. Default: coverage has no families. */
  readonly families?: readonly PlannedFamily[];
}

/**
 * Runs cases one after the other, so that the same seed sends the same requests in the same order, and returns
 * their findings. A run that is aborted, or out of time, returns partial results.
 */
export async function runCases<Tester>(
  api: VerifiedApi,
  verified: Verified<Tester>,
  { cases, families = [] }: CasePlan<Tester>,
  options: RunOptions,
): Promise<VerifyReport> {
  const run = new Run(api, verified, new FamilyLog(families), options);
  return run.all(chooseCases(cases, options), cases);
}

class Run<Tester> {
  readonly #api: VerifiedApi;
  readonly #verified: Verified<Tester>;
  readonly #options: RunOptions;
  readonly #seed: number;
  readonly #signal: AbortSignal;
  readonly #coverage: Coverage;
  readonly #families: FamilyLog;
  readonly #failures: FailureLog;
  #leftOut: LeftOutCase[] = [];
  #errors: RunError[] = [];
  /** The cases that were run, in order. */
  readonly #ran: Case<Tester>[] = [];
  /** The cases that came to their end. */
  readonly #whole = new Set<string>();
  /** The failures that are reported after the last case. */
  readonly #later: Parameters<FailureLog["add"]>[] = [];
  #exchanges = 0;
  #caseId = "";

  constructor(
    api: VerifiedApi,
    verified: Verified<Tester>,
    families: FamilyLog,
    options: RunOptions,
  ) {
    this.#families = families;
    this.#api = api;
    this.#verified = verified;
    this.#options = options;
    this.#seed = options.seed ?? 0;
    this.#signal = options.signal ?? new AbortController().signal;
    this.#coverage = new Coverage(api, verified.side);
    const baseUrl = URL.canParse(verified.name) ? verified.name : "http://localhost";
    this.#failures = new FailureLog({ api, baseUrl, secrets: verified.secrets });
  }

  async all(
    chosen: readonly Case<Tester>[],
    cases: readonly Case<Tester>[],
  ): Promise<VerifyReport> {
    const start = performance.now();
    let planned = chosen.length;
    let remaining: readonly RemainingRecord[] = [];
    try {
      await this.#verified.setUp?.();
      await this.#run(chosen, start);
      this.#reportLater();
      const before = casesUpTo(cases, this.#options, this.#failures.all);
      planned += before.length;
      await this.#runAgain(before, start);
      this.#reportLater();
    } finally {
      const onError = (error: unknown): void =>
        void this.#errors.push(this.#errorOf("after", error));
      remaining = (await this.#verified.cleanUp?.(onError)) ?? [];
    }
    const { secrets } = this.#verified;
    const isLeft = ({ resource, key }: MadeByRequest): boolean =>
      remaining.some((one) => one.resource === resource && one.key === secrets.hide(key));
    const made = this.#verified.made?.() ?? [];
    this.#failures.noteGone(made.filter((one) => !isLeft(one)));
    const { replay, expectations = {} } = this.#options;
    const known = replay === undefined ? (expectations.known ?? []) : [];
    const leftOut = new Set(this.#leftOut.map(({ caseId }) => caseId));
    const covered = this.#operations(chosen);
    const found = this.#failures.all.filter(
      (one) => replay === undefined || isReplayed(one, replay),
    );
    const sorted = sortFailures(found, known, this.#whole, leftOut, cases);
    return {
      title: this.#api.description.model.title,
      subject: this.#verified.name,
      side: this.#verified.side,
      seed: this.#seed,
      cases: this.#ran.length,
      ran: this.#ran.map(({ id, operations }) => ({
        id,
        operationIds: operations.map((operation) => operation.id),
      })),
      exchanges: this.#exchanges,
      duration: performance.now() - start,
      ...sorted,
      failures: onePerPolicy(sorted.failures),
      coverage: this.#coverage.rows(covered),
      warnings: extensionWarnings(this.#api.description),
      families: replay === undefined ? this.#families.rows(covered.map(({ id }) => id)) : [],
      leftOut: this.#leftOut.filter(
        ({ caseId }) => replay === undefined || chosen.some(({ id }) => id === caseId),
      ),
      notRun: planned - this.#ran.length,
      errors: this.#errors,
      remaining,
      isReplay: replay !== undefined,
      isInterrupted: this.#signal.aborted,
    };
  }

  async #run(chosen: readonly Case<Tester>[], start: number): Promise<void> {
    const { maxTime = defaultTime, onProgress } = this.#options;
    for (const [index, one] of chosen.entries()) {
      if (this.#signal.aborted || performance.now() - start > maxTime) return;
      await this.#one(one);
      if (this.#signal.aborted) return;
      this.#ran.push(one);
      const failures = this.#failures.size;
      onProgress?.({ caseId: one.id, done: index + 1, total: chosen.length, failures });
    }
  }

  #reportLater(): void {
    for (const found of this.#later.splice(0)) this.#failures.add(...found);
  }

  /** Runs cases of which some have run before: what these say now replaces what they said then. */
  async #runAgain(cases: readonly Case<Tester>[], start: number): Promise<void> {
    const ids = new Set(cases.map(({ id }) => id));
    this.#verified.startAgain?.();
    this.#leftOut = this.#leftOut.filter(({ caseId }) => !ids.has(caseId));
    this.#errors = this.#errors.filter(({ caseId }) => !ids.has(caseId));
    await this.#run(cases, start);
  }

  async #one(one: Case<Tester>): Promise<void> {
    this.#caseId = `${one.id}@${this.#seed}`;
    this.#families.begin(
      one.id,
      one.operations.map(({ id }) => id),
    );
    const log: ProbeLog = {
      coverage: this.#coverage,
      miss: (operation, missing) => {
        this.#coverage.miss(operation, missing);
        this.#families.skip(operation.id, missing);
      },
      skip: (operation, reason) => this.#families.skip(operation.id, reason),
      report: (...found) => this.#failures.add(this.#caseId, ...found),
      reportLater: (...found) => void this.#later.push([this.#caseId, ...found]),
      sent: (exchange) => {
        this.#exchanges += 1;
        this.#families.called(exchange.operation?.id);
        this.#verified.sent?.(exchange);
      },
    };
    const seed = seedOf(`${this.#seed} ${one.id}`);
    try {
      await one.run(this.#verified.testerOf({ seed, signal: this.#signal, log }));
      this.#whole.add(one.id);
      this.#families.end();
    } catch (error) {
      if (this.#signal.aborted) return;
      if (error instanceof LeftAlone) this.#leave(one, error);
      else this.#errors.push(this.#errorOf(one.id, error));
    }
  }

  #leave({ id }: Case<Tester>, { operation, message, how }: LeftAlone): void {
    this.#leftOut.push({ caseId: id, reason: message, how });
    this.#coverage.miss(operation, { what: message, how });
    this.#families.skip(operation.id, { what: message, how });
  }

  #errorOf(caseId: string, error: unknown): RunError {
    // The stack of a user's mistake is of no help.
    const stack = error instanceof UsageError ? undefined : (error as Partial<Error>)?.stack;
    const message = stack ?? (error instanceof Error ? error.message : String(error));
    return { caseId, message: this.#verified.secrets.hide(message) };
  }

  /** Returns the operations that coverage is about. */
  #operations(chosen: readonly Case<Tester>[]): readonly VerifiedOperation[] {
    const operations = chosenOperations(this.#api, this.#options);
    if (this.#options.replay === undefined) return operations;
    return operations.filter((one) => chosen.some((test) => test.operations.includes(one)));
  }
}
