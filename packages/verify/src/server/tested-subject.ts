import { Representations } from "../check/http/representations.ts";
import { DerivedValues } from "../check/derived/derived-values.ts";
import type { VerifiedApi } from "../description/verified-api.ts";
import type { Expectations } from "../expectations/expectations.ts";
import { KnownRecords } from "../records/known-records.ts";
import { MadeRecords, type MadeByRequest } from "../records/made-records.ts";
import { LearnedReferences } from "../records/references.ts";
import { RefusedCreations } from "../records/refused-creations.ts";
import type { RemainingRecord } from "../report/report.ts";
import { leftAlone } from "../run/left-alone.ts";
import type { ServerRunOptions } from "../run/options.ts";
import { Answering } from "../run/answering.ts";
import { OpenStreams } from "../run/open-streams.ts";
import { Probe } from "../run/probe.ts";
import type { CaseRun, Verified } from "../run/run-cases.ts";
import { runSteps, sendCall, SetUpError } from "../run/set-up.ts";
import { Secrets } from "../shown/secrets.ts";
import type { Exchange } from "../wire/exchange.ts";
import type { WireRequest } from "../wire/wire-request.ts";
import type { ServerSubject } from "./subject.ts";

/** The time limit for connecting, in milliseconds. */
const longestConnect = 10_000;

/** The time limit for cleaning up, in milliseconds. Whoever interrupts a run waits for it. */
const cleanUpTime = 30_000;

/**
 * A server under test, with the steps of the expectations before and after the cases. Created records are
 * deleted at the end, if that is allowed.
 */
export class TestedSubject implements Verified<Probe> {
  readonly side = "server";
  readonly secrets: Secrets;
  readonly #api: VerifiedApi;
  readonly #subject: ServerSubject;
  readonly #streams = new OpenStreams();
  readonly #answering = new Answering();
  readonly #learned = new LearnedReferences();
  readonly #refused = new RefusedCreations();
  readonly #known: KnownRecords;
  readonly #derived: DerivedValues;
  #representations = new Representations();
  #options: ServerRunOptions;
  /** The records that cases have created. */
  readonly #made: MadeRecords;
  /** The records that the steps before have created, which those after may delete. */
  readonly #setUpMade: MadeRecords;

  constructor(api: VerifiedApi, subject: ServerSubject, options: ServerRunOptions) {
    this.#api = api;
    this.#subject = subject;
    this.#options = options;
    this.secrets = Secrets.of(api.description.mock.api, options, options.secretNames);
    this.#known = new KnownRecords(api);
    this.#derived = new DerivedValues(api);
    this.#made = new MadeRecords(api);
    this.#setUpMade = new MadeRecords(api);
  }

  get name(): string {
    return this.#subject.name;
  }

  testerOf({ seed, signal, log }: CaseRun): Probe {
    const shared = {
      learned: this.#learned,
      refused: this.#refused,
      known: this.#known,
      derived: this.#derived,
      representations: this.#representations,
    };
    return new Probe({ ...this.#context, signal, log, ...shared }, seed);
  }

  startAgain(): void {
    this.#representations = new Representations();
  }

  sent(exchange: Exchange): void {
    this.#made.note(exchange);
  }

  /** @throws {SetUpError} when a step of the expectations' `before` fails, or the server does not listen */
  async setUp(): Promise<void> {
    const { expectations = {}, signal = new AbortController().signal } = this.#options;
    await this.#runBefore(expectations, signal);
    try {
      await this.#subject.reach?.(AbortSignal.any([signal, AbortSignal.timeout(longestConnect)]));
    } catch (error) {
      // An aborted run still reports its results.
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

  /** Returns the created records, which go with a temporary server. */
  made(): readonly MadeByRequest[] {
    return this.#subject.isTemporary ? [] : [...this.#setUpMade.all, ...this.#made.all];
  }

  /** Deletes the created records, unless the server is temporary, and runs the steps after the cases. */
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
    return {
      api: this.#api,
      subject: this.#subject,
      options: this.#options,
      streams: this.#streams,
      answering: this.#answering,
    };
  }
}

/** Returns the reason of a failed connection. An error for several addresses has one for each. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(", ");
  if (!(error instanceof Error)) return String(error);
  return error.name === "AbortError" ? `no connection within ${longestConnect} ms` : error.message;
}
