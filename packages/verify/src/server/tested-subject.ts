import type { VerifiedApi } from "../description/verified-api.ts";
import type { Expectations } from "../expectations/expectations.ts";
import { MadeRecords } from "../records/made-records.ts";
import { Records } from "../records/records.ts";
import type { RemainingRecord } from "../report/report.ts";
import { leftAlone } from "../run/left-alone.ts";
import type { ServerRunOptions } from "../run/options.ts";
import { Probe } from "../run/probe.ts";
import type { CaseRun, Verified } from "../run/run-cases.ts";
import { runSteps, sendCall, SetUpError } from "../run/set-up.ts";
import { Secrets } from "../shown/secrets.ts";
import type { Exchange } from "../wire/exchange.ts";
import type { WireRequest } from "../wire/wire-request.ts";
import type { ServerSubject } from "./subject.ts";

/** Milliseconds that connecting may take. */
const longestConnect = 10_000;

/** Milliseconds that cleaning up may take, since whoever interrupts a run waits for it. */
const cleanUpTime = 30_000;

/**
 * A server under test, with what the expectations have done before and after. What was made is deleted in the end, where
 * that is allowed.
 */
export class TestedSubject implements Verified<Probe> {
  readonly side = "server";
  readonly secrets: Secrets;
  readonly #api: VerifiedApi;
  readonly #subject: ServerSubject;
  #options: ServerRunOptions;
  /** What cases made. */
  readonly #made: MadeRecords;
  /** What the steps before them made, and those after them may delete. */
  readonly #setUpMade: MadeRecords;

  constructor(api: VerifiedApi, subject: ServerSubject, options: ServerRunOptions) {
    this.#api = api;
    this.#subject = subject;
    this.#options = options;
    this.secrets = Secrets.of(api.description.mock.api, options, options.secretNames);
    const unused = (): never => {
      throw new TypeError("nothing is sent to find out what a record's key is");
    };
    const records = new Records(api, {}, unused, 0);
    this.#made = new MadeRecords(api, records);
    this.#setUpMade = new MadeRecords(api, records);
  }

  get name(): string {
    return this.#subject.name;
  }

  testerOf({ seed, signal, log }: CaseRun): Probe {
    return new Probe({ ...this.#context, signal, log }, seed);
  }

  sent(exchange: Exchange): void {
    this.#made.note(exchange);
  }

  /**
   * @throws {SetUpError} when a step of the expectations' `before` does not succeed, or nothing listens where the server
   *   should
   */
  async setUp(): Promise<void> {
    const { expectations = {}, signal = new AbortController().signal } = this.#options;
    await this.#runBefore(expectations, signal);
    try {
      await this.#subject.reach?.(AbortSignal.any([signal, AbortSignal.timeout(longestConnect)]));
    } catch (error) {
      // Whoever stops a run is told what is known.
      if (signal.aborted) return;
      throw new SetUpError(`nothing answers at ${this.#subject.name}: ${reasonOf(error)}`);
    }
  }

  async #runBefore(expectations: Expectations, signal: AbortSignal): Promise<void> {
    const { before = [], parameters = {} } = expectations;
    if (before.length === 0) return;
    const given = await runSteps(this.#context, before, parameters, signal, (exchange) =>
      this.#setUpMade.note(exchange),
    );
    this.#options = { ...this.#options, expectations: { ...expectations, parameters: given } };
  }

  /** The requests that made records, by the records' keys. A server that ends with the test has no records afterwards. */
  madeBy(): ReadonlyMap<string, WireRequest> {
    if (this.#subject.isTemporary) return new Map();
    return new Map([...this.#setUpMade.madeBy, ...this.#made.madeBy]);
  }

  /** Deletes what was made, unless it ends with the test anyway, and does what is to be done after the cases. */
  async cleanUp(onError: (error: unknown) => void): Promise<readonly RemainingRecord[]> {
    const signal = AbortSignal.timeout(cleanUpTime);
    const { after = [], parameters = {} } = this.#options.expectations ?? {};
    const ofCases = await this.#deleteMade(this.#made, signal);
    try {
      await runSteps(this.#context, after, parameters, signal, (exchange) =>
        this.#setUpMade.note(exchange),
      );
    } catch (error) {
      onError(error);
    }
    const ofSetUp = await this.#deleteMade(this.#setUpMade, signal);
    return [...ofCases, ...ofSetUp].map((one) => ({
      ...one,
      key: this.secrets.hide(one.key),
      madeBy: this.secrets.hide(one.madeBy),
    }));
  }

  async #deleteMade(made: MadeRecords, signal: AbortSignal): Promise<RemainingRecord[]> {
    if (this.#subject.isTemporary) return [];
    const { expectations, credentials, otherCredentials = {} } = this.#options;
    const { isDisposable } = this.#subject;
    const madeByOther = ({ target, headers }: WireRequest): boolean => {
      const sent = [target, ...headers.map(([, value]) => value)].join("\n");
      return this.secrets.has("otherCredentials", sent);
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

/** Of several addresses, of which none is there, each has its own reason. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(", ");
  if (!(error instanceof Error)) return String(error);
  return error.name === "AbortError" ? `no connection within ${longestConnect} ms` : error.message;
}
