import { MadeRecords } from "../records/made-records.ts";
import { Records } from "../records/records.ts";
import type { RemainingRecord } from "../report/report.ts";
import { Secrets } from "../shown/secrets.ts";
import type { Exchange } from "../wire/exchange.ts";
import type { WireRequest } from "../wire/wire-request.ts";
import { leftAlone } from "./left-alone.ts";
import type { ServerRunOptions } from "./options.ts";
import { runSteps, sendCall, type SetUpContext } from "./set-up.ts";

/** Milliseconds that cleaning up may take, since whoever interrupts a run waits for it. */
const cleanUpTime = 30_000;

/** What came of cleaning up. */
export interface CleanUp {
  readonly remaining: readonly RemainingRecord[];
  /** What a step after the cases threw; `undefined` if all came to their end. */
  readonly error: unknown;
}

/** What is done at a server before the cases and after them. */
export class Surroundings {
  readonly #context: SetUpContext;
  #options: ServerRunOptions;
  /** What cases made. */
  readonly #made: MadeRecords;
  /** What the steps before them made, and those after them may delete. */
  readonly #setUpMade: MadeRecords;

  constructor(context: SetUpContext) {
    const { api, options } = context;
    this.#context = context;
    this.#options = options;
    const unused = (): never => {
      throw new TypeError("nothing is sent to find out what a record's key is");
    };
    const records = new Records(api, {}, unused, 0);
    this.#made = new MadeRecords(api, records);
    this.#setUpMade = new MadeRecords(api, records);
  }

  /** With the parameters that the steps before the cases gave. */
  get options(): ServerRunOptions {
    return this.#options;
  }

  /** Hears what a case sent. */
  note(exchange: Exchange): void {
    this.#made.note(exchange);
  }

  /** @throws {SetUpError} when a step before the cases does not succeed */
  async setUp(signal: AbortSignal): Promise<void> {
    const { expectations = {} } = this.#options;
    const { before = [], parameters = {} } = expectations;
    if (before.length === 0) return;
    const given = await runSteps(this.#context, before, parameters, signal, (exchange) =>
      this.#setUpMade.note(exchange),
    );
    this.#options = { ...this.#options, expectations: { ...expectations, parameters: given } };
  }

  /** Deletes what was made, unless it ends with the test anyway, and does what is to be done after the cases. */
  async cleanUp(): Promise<CleanUp> {
    const signal = AbortSignal.timeout(cleanUpTime);
    const { after = [], parameters = {} } = this.#options.expectations ?? {};
    const ofCases = await this.#delete(this.#made, signal);
    let error: unknown;
    try {
      await runSteps(this.#context, after, parameters, signal, (exchange) =>
        this.#setUpMade.note(exchange),
      );
    } catch (thrown) {
      error = thrown;
    }
    const ofSetUp = await this.#delete(this.#setUpMade, signal);
    return { remaining: [...ofCases, ...ofSetUp], error };
  }

  async #delete(made: MadeRecords, signal: AbortSignal): Promise<RemainingRecord[]> {
    const { api, subject } = this.#context;
    if (subject.isTemporary) return [];
    const { expectations, credentials, otherCredentials = {} } = this.#options;
    const others = Secrets.of(api.description.mock.api, { otherCredentials });
    const isOfOther = ({ target, headers }: WireRequest): boolean => {
      const sent = [target, ...headers.map(([, value]) => value)].join("\n");
      return others.hide(sent) !== sent;
    };
    return made.deleteAll({
      refusalOf: (operation) =>
        leftAlone(api, operation, subject.isDisposable, expectations)?.message,
      send: (operation, input, madeBy) => {
        const own = isOfOther(madeBy) ? otherCredentials : credentials;
        return sendCall(this.#context, operation, input, signal, own);
      },
    });
  }
}
