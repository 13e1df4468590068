import type { CallInput } from "@openapi-packages/runtime/client";
import { checkAnswer } from "../check/check-answer.ts";
import type { Problem } from "../check/checks.ts";
import type { Coverage } from "../coverage/coverage.ts";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { Records, type Missing } from "../records/records.ts";
import { sendLimits, type ServerSubject } from "../server/subject.ts";
import type { Exchange } from "../wire/exchange.ts";
import { decodeContent } from "../wire/decode-content.ts";
import type { WireRequest } from "../wire/wire-request.ts";
import { writeRequest, type Credentials, type WriteOptions } from "../wire/write-request.ts";
import { leftAlone, type LeftAlone } from "./left-alone.ts";
import type { ServerRunOptions } from "./options.ts";

/** Where a probe leaves what it finds. */
export interface ProbeLog {
  readonly coverage: Coverage;
  report(
    problem: Problem,
    operation: VerifiedOperation | undefined,
    exchanges: readonly Exchange[],
    expected?: readonly Exchange[],
  ): void;
  sent(exchange: Exchange): void;
}

/** What stays the same from case to case. */
export interface ProbeContext {
  readonly api: VerifiedApi;
  readonly subject: ServerSubject;
  readonly options: ServerRunOptions;
  readonly signal: AbortSignal;
  readonly log: ProbeLog;
}

/** The way of one case to the subject: it sends requests, and reports what it finds. */
export class Probe {
  readonly api: VerifiedApi;
  readonly options: ServerRunOptions;
  readonly signal: AbortSignal;
  /** The seed of this case alone. */
  readonly seed: number;
  /** The records that this case uses; no other case knows them. */
  readonly records: Records;
  readonly #context: ProbeContext;

  constructor(context: ProbeContext, seed: number) {
    this.#context = context;
    this.api = context.api;
    this.options = context.options;
    this.signal = context.signal;
    this.seed = seed;
    const send = (operation: VerifiedOperation, input: CallInput): Promise<Exchange> =>
      this.call(operation, input);
    this.records = new Records(this.api, this.options.expectations ?? {}, send, seed);
  }

  /** True if whatever is there may be changed and deleted. */
  get isDisposable(): boolean {
    return this.#context.subject.isDisposable;
  }

  /** The same way with other credentials; what it makes is that principal's. */
  as(credentials: Credentials): Probe {
    const context = { ...this.#context, options: { ...this.options, credentials } };
    return new Probe(context, this.seed);
  }

  /**
   * Calls an operation as the client would, and holds the answer against the description. What is wrong with it is in
   * its `problems`, for {@link Probe.report}; nothing is reported by itself.
   *
   * @throws {LeftAlone} when the operation is to be left alone
   * @throws {TypeError} when the input cannot be written
   */
  async call(
    operation: VerifiedOperation,
    input: CallInput,
    options: WriteOptions = {},
  ): Promise<Exchange> {
    const request = await this.write(operation, input, options);
    if (request === undefined) throw new TypeError(`an input of ${operation.id} cannot be written`);
    return this.send(operation, request, input);
  }

  /** Writes the request of a call without sending it; `undefined` where the input cannot be written. */
  write(
    operation: VerifiedOperation,
    input: CallInput,
    options: WriteOptions = {},
  ): Promise<WireRequest | undefined> {
    const { api } = this.api.description.mock;
    const { credentials } = this.options;
    return writeRequest(api, operation.mock.operation, input, { credentials, ...options });
  }

  /**
   * Sends a request as it is, and holds the answer against the description of the operation.
   *
   * @param input what the request was written of, if it is as the client writes it
   * @throws {LeftAlone} when the operation is to be left alone
   */
  async send(
    operation: VerifiedOperation | undefined,
    request: WireRequest,
    input?: CallInput,
  ): Promise<Exchange> {
    const left = operation === undefined ? undefined : this.#refusal(operation);
    if (left !== undefined) throw left;
    const exchange = await this.#exchange(operation, request, input);
    this.#context.log.coverage.record(exchange);
    this.#context.log.sent(exchange);
    return exchange;
  }

  /** Reports what is wrong with the answers of exchanges, and nothing where nothing is. */
  reportAll(...exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges)
      for (const problem of exchange.problems) this.report(problem, exchange.operation, [exchange]);
  }

  /**
   * Reports a failure, with the exchanges that show it: the shortest sequence.
   *
   * @param expected what the description's mock answers to the same requests
   */
  report(
    problem: Problem,
    operation: VerifiedOperation | undefined,
    exchanges: readonly Exchange[],
    expected?: readonly Exchange[],
  ): void {
    this.#context.log.report(problem, operation, exchanges, expected);
  }

  /** Notes what kept an operation from being called as it should have been. */
  miss(operation: VerifiedOperation, missing: readonly Missing[]): void {
    for (const one of missing) this.#context.log.coverage.miss(operation, one);
  }

  /** True if an operation may be called: it is not to be left alone. */
  mayCall(operation: VerifiedOperation): boolean {
    return this.#refusal(operation) === undefined;
  }

  #refusal(operation: VerifiedOperation): LeftAlone | undefined {
    const { isDisposable } = this.#context.subject;
    return leftAlone(this.api, operation, isDisposable, this.options.expectations);
  }

  async #exchange(
    operation: VerifiedOperation | undefined,
    request: WireRequest,
    input: CallInput | undefined,
  ): Promise<Exchange> {
    const exchange = { operation, input, request };
    try {
      const limits = sendLimits(this.options, this.signal);
      const sent = await this.#context.subject.send(request, limits);
      const response = await decodeContent(sent, limits.maxBodyBytes);
      const checked =
        operation === undefined
          ? { problems: [] }
          : checkAnswer(this.api, operation, request.method, response);
      return { ...exchange, response, ...checked };
    } catch (error) {
      this.signal.throwIfAborted();
      const failure = error instanceof Error ? error.message : String(error);
      const pointer = operation?.model.pointer ?? "/paths";
      const problem: Problem = { check: "no-answer", message: `no answer: ${failure}`, pointer };
      return { ...exchange, response: undefined, failure, problems: [problem] };
    }
  }
}
