import { Coverage } from "../coverage/coverage.ts";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { MadeRecords } from "../records/made-records.ts";
import { Records } from "../records/records.ts";
import type { LeftOutCase, RemainingRecord, RunError, VerifyReport } from "../report/report.ts";
import type { ServerSubject } from "../server/subject.ts";
import { Secrets } from "../shown/secrets.ts";
import type { WireRequest } from "../wire/wire-request.ts";
import type { Case } from "./case.ts";
import { chooseCases, chosenOperations } from "./choose-cases.ts";
import { FailureLog } from "./failure-log.ts";
import { sortFailures } from "./known-failures.ts";
import { LeftAlone, leftAlone } from "./left-alone.ts";
import type { ServerRunOptions } from "./options.ts";
import { Probe } from "./probe.ts";
import { seedOf } from "./seed.ts";
import { runSteps, sendCall } from "./set-up.ts";

/** Milliseconds after which no further case begins, unless the user says otherwise. */
const defaultTime = 5 * 60_000;

/** Milliseconds that cleaning up may take, since whoever interrupts a run waits for it. */
const cleanUpTime = 30_000;

/**
 * Runs cases one after the other, so that the same seed sends the same requests in the same order, and says what they
 * found. What was made is deleted in the end, where that is allowed. A run that is aborted, or has no time left, ends
 * with what it knows.
 *
 * @throws {SetUpError} when a step of the expectations' `before` does not succeed
 */
export async function runCases(
  api: VerifiedApi,
  subject: ServerSubject,
  cases: readonly Case[],
  options: ServerRunOptions,
): Promise<VerifyReport> {
  const run = new Run(api, subject, options);
  return run.all(chooseCases(cases, options), cases);
}

class Run {
  readonly #api: VerifiedApi;
  readonly #subject: ServerSubject;
  #options: ServerRunOptions;
  readonly #seed: number;
  readonly #signal: AbortSignal;
  readonly #secrets: Secrets;
  readonly #coverage: Coverage;
  readonly #failures: FailureLog;
  /** What cases made. */
  readonly #made: MadeRecords;
  /** What the steps before them made, and those after them may delete. */
  readonly #setUpMade: MadeRecords;
  readonly #leftOut: LeftOutCase[] = [];
  readonly #errors: RunError[] = [];
  /** The cases that ran to their end. */
  readonly #whole = new Set<string>();
  #exchanges = 0;
  #caseId = "";

  constructor(api: VerifiedApi, subject: ServerSubject, options: ServerRunOptions) {
    this.#api = api;
    this.#subject = subject;
    this.#options = options;
    this.#seed = options.seed ?? 0;
    this.#signal = options.signal ?? new AbortController().signal;
    this.#secrets = Secrets.of(api.description.mock.api, options, options.secretNames);
    this.#coverage = new Coverage(api);
    const baseUrl = URL.canParse(subject.name) ? subject.name : "http://localhost";
    this.#failures = new FailureLog({ api, baseUrl, secrets: this.#secrets });
    const unused = (): never => {
      throw new TypeError("nothing is sent to find out what a record's key is");
    };
    const records = new Records(api, {}, unused, 0);
    this.#made = new MadeRecords(api, records);
    this.#setUpMade = new MadeRecords(api, records);
  }

  async all(chosen: readonly Case[], cases: readonly Case[]): Promise<VerifyReport> {
    const start = performance.now();
    let done = 0;
    let remaining: readonly RemainingRecord[] = [];
    try {
      await this.#setUp();
      done = await this.#run(chosen, start);
    } finally {
      remaining = await this.#cleanUp();
    }
    const { replay, expectations = {} } = this.#options;
    const known = replay === undefined ? (expectations.known ?? []) : [];
    return {
      title: this.#api.description.model.title,
      subject: this.#subject.name,
      side: "server",
      seed: this.#seed,
      cases: done,
      ran: chosen.slice(0, done).map(({ id, operations }) => ({
        id,
        operationIds: operations.map((operation) => operation.id),
      })),
      exchanges: this.#exchanges,
      duration: performance.now() - start,
      ...sortFailures(this.#failures.all, known, this.#whole, cases),
      coverage: this.#coverage.rows(this.#operations(chosen)),
      leftOut: this.#leftOut,
      notRun: chosen.length - done,
      errors: this.#errors,
      remaining,
      isReplay: replay !== undefined,
      isInterrupted: this.#signal.aborted,
    };
  }

  /** @returns how many cases were run */
  async #run(chosen: readonly Case[], start: number): Promise<number> {
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

  async #one(one: Case): Promise<void> {
    this.#caseId = `${one.id}@${this.#seed}`;
    const context = {
      api: this.#api,
      subject: this.#subject,
      options: this.#options,
      signal: this.#signal,
      log: {
        coverage: this.#coverage,
        report: (...found: Parameters<Probe["report"]>) =>
          this.#failures.add(this.#caseId, ...found),
        sent: (exchange: Parameters<MadeRecords["note"]>[0]) => {
          this.#exchanges += 1;
          this.#made.note(exchange);
        },
      },
    };
    try {
      await one.run(new Probe(context, seedOf(`${this.#seed} ${one.id}`)));
      this.#whole.add(one.id);
    } catch (error) {
      if (this.#signal.aborted) return;
      if (error instanceof LeftAlone) this.#leave(one, error);
      else this.#errors.push(this.#errorOf(one.id, error));
    }
  }

  #leave({ id }: Case, { operation, message, how }: LeftAlone): void {
    this.#leftOut.push({ caseId: id, reason: message, how });
    this.#coverage.miss(operation, { what: message, how });
  }

  #errorOf(caseId: string, error: unknown): RunError {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { caseId, message: this.#secrets.hide(message) };
  }

  /** Those that coverage is about. */
  #operations(chosen: readonly Case[]): readonly VerifiedOperation[] {
    const operations = chosenOperations(this.#api, this.#options);
    if (this.#options.replay === undefined) return operations;
    return operations.filter((one) => chosen.some((test) => test.operations.includes(one)));
  }

  async #setUp(): Promise<void> {
    const { expectations = {} } = this.#options;
    const { before = [], parameters = {} } = expectations;
    if (before.length === 0) return;
    const given = await runSteps(this.#context, before, parameters, this.#signal, (exchange) =>
      this.#setUpMade.note(exchange),
    );
    this.#options = { ...this.#options, expectations: { ...expectations, parameters: given } };
  }

  /** Deletes what was made, unless it ends with the test anyway, and does what is to be done after the cases. */
  async #cleanUp(): Promise<readonly RemainingRecord[]> {
    const signal = AbortSignal.timeout(cleanUpTime);
    const { after = [], parameters = {} } = this.#options.expectations ?? {};
    const ofCases = await this.#deleteMade(this.#made, signal);
    try {
      await runSteps(this.#context, after, parameters, signal, (exchange) =>
        this.#setUpMade.note(exchange),
      );
    } catch (error) {
      this.#errors.push(this.#errorOf("after", error));
    }
    const ofSetUp = await this.#deleteMade(this.#setUpMade, signal);
    return [...ofCases, ...ofSetUp].map((one) => ({
      ...one,
      key: this.#secrets.hide(one.key),
      madeBy: this.#secrets.hide(one.madeBy),
    }));
  }

  async #deleteMade(made: MadeRecords, signal: AbortSignal): Promise<RemainingRecord[]> {
    if (this.#subject.isTemporary) return [];
    const { expectations, credentials, otherCredentials = {} } = this.#options;
    const { isDisposable } = this.#subject;
    const madeByOther = ({ target, headers }: WireRequest): boolean => {
      const sent = [target, ...headers.map(([, value]) => value)].join("\n");
      const secrets = Secrets.of(this.#api.description.mock.api, { otherCredentials });
      return secrets.hide(sent) !== sent;
    };
    return made.deleteAll({
      refusalOf: (operation) =>
        leftAlone(this.#api, operation, isDisposable, expectations)?.message,
      send: (operation, input, madeBy) => {
        const own = madeByOther(madeBy) ? otherCredentials : credentials;
        return sendCall(this.#context, operation, input, signal, own);
      },
    });
  }

  get #context() {
    return { api: this.#api, subject: this.#subject, options: this.#options };
  }
}
