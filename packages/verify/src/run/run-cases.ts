import { Coverage } from "../coverage/coverage.ts";
import type { Problem } from "../check/problem.ts";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import type { Failure, LeftOutCase, RunError, VerifyReport } from "../report/report.ts";
import type { ServerSubject } from "../server/subject.ts";
import type { Exchange } from "../wire/exchange.ts";
import type { Case } from "./case.ts";
import { LeftAlone } from "./left-alone.ts";
import { chooseCases, chosenOperations } from "./choose-cases.ts";
import type { RunOptions, ServerRunOptions } from "./options.ts";
import { Probe, type ProbeLog } from "./probe.ts";
import { seedOf } from "./seed.ts";

/** Milliseconds after which no further case begins, unless the user says otherwise. */
const defaultTime = 5 * 60_000;

/** What is verified, as a report names it. */
export interface Verified {
  readonly name: string;
  readonly side: VerifyReport["side"];
}

/** What each case is run with. */
export interface CaseRun {
  /** The seed of this case alone. */
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly log: ProbeLog;
}

/** Runs cases of a server, see {@link runCasesBy}. */
export async function runCases(
  api: VerifiedApi,
  subject: ServerSubject,
  cases: readonly Case[],
  options: ServerRunOptions,
): Promise<VerifyReport> {
  const verified = { name: subject.name, side: "server" } as const;
  return runCasesBy(
    api,
    verified,
    cases,
    options,
    ({ seed, signal, log }) => new Probe({ api, subject, options, signal, log }, seed),
  );
}

/**
 * Runs cases one after the other, so that the same seed sends the same requests in the same order, and says what they
 * found. A run that is aborted, or has no time left, ends with what it knows.
 *
 * @param testerOf makes what a case tests by
 */
export async function runCasesBy<Tester>(
  api: VerifiedApi,
  verified: Verified,
  cases: readonly Case<Tester>[],
  options: RunOptions,
  testerOf: (run: CaseRun) => Tester,
): Promise<VerifyReport> {
  const run = new Run(api, verified, options, testerOf);
  return run.all(chooseCases(cases, options));
}

class Run<Tester> {
  readonly #api: VerifiedApi;
  readonly #verified: Verified;
  readonly #options: RunOptions;
  readonly #testerOf: (run: CaseRun) => Tester;
  readonly #seed: number;
  readonly #coverage: Coverage;
  readonly #failures = new Map<string, Failure>();
  readonly #leftOut: LeftOutCase[] = [];
  readonly #errors: RunError[] = [];
  #exchanges = 0;
  #caseId = "";

  constructor(
    api: VerifiedApi,
    verified: Verified,
    options: RunOptions,
    testerOf: (run: CaseRun) => Tester,
  ) {
    this.#api = api;
    this.#verified = verified;
    this.#options = options;
    this.#testerOf = testerOf;
    this.#seed = options.seed ?? 0;
    this.#coverage = new Coverage(api);
  }

  async all(cases: readonly Case<Tester>[]): Promise<VerifyReport> {
    const { maxTime = defaultTime, signal, onProgress } = this.#options;
    const start = performance.now();
    let done = 0;
    for (const one of cases) {
      if (signal?.aborted === true || performance.now() - start > maxTime) break;
      await this.#one(one);
      done += 1;
      onProgress?.({ caseId: one.id, done, total: cases.length, failures: this.#failures.size });
    }
    return {
      title: this.#api.description.model.title,
      subject: this.#verified.name,
      side: this.#verified.side,
      seed: this.#seed,
      cases: done,
      exchanges: this.#exchanges,
      duration: performance.now() - start,
      failures: [...this.#failures.values()],
      coverage: this.#coverage.rows(chosenOperations(this.#api, this.#options)),
      leftOut: this.#leftOut,
      notRun: cases.length - done,
      errors: this.#errors,
    };
  }

  async #one(one: Case<Tester>): Promise<void> {
    this.#caseId = one.id;
    const signal = this.#options.signal ?? new AbortController().signal;
    const log = {
      coverage: this.#coverage,
      report: this.#report.bind(this),
      sent: () => void (this.#exchanges += 1),
    };
    const seed = seedOf(`${this.#seed} ${one.id}`);
    try {
      await one.run(this.#testerOf({ seed, signal, log }));
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof LeftAlone) this.#leave(one, error);
      else this.#errors.push({ caseId: one.id, message: messageOf(error) });
    }
  }

  #leave({ id }: Case<Tester>, { operation, message, how }: LeftAlone): void {
    this.#leftOut.push({ caseId: id, reason: message, how });
    this.#coverage.miss(operation, { what: message, how });
  }

  #report(
    { check, message, pointer, issues = [] }: Problem,
    operation: VerifiedOperation | undefined,
    exchanges: readonly Exchange[],
    expected?: readonly Exchange[],
  ): void {
    // What two cases find at the same place is one failure.
    const place = issues.map((issue) => issue.pointer.replaceAll(/\/\d+/g, "/*"))[0] ?? "";
    const key = [check, operation?.id, pointer, place].join("|");
    const known = this.#failures.get(key);
    if (known !== undefined) {
      const isNew = known.id !== this.#failureId() && !known.alsoIn.includes(this.#failureId());
      if (isNew)
        this.#failures.set(key, { ...known, alsoIn: [...known.alsoIn, this.#failureId()] });
      return;
    }
    this.#failures.set(key, {
      id: this.#failureId(),
      check,
      operationId: operation?.id,
      message,
      issues,
      location: this.#api.description.locate(pointer),
      pointer,
      exchanges,
      ...(expected && { expected }),
      alsoIn: [],
    });
  }

  #failureId(): string {
    return `${this.#caseId}@${this.#seed}`;
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
