import type { CallInput } from "@openapi-packages/runtime/client";
import { httpProblems } from "../check/http/http-problems.ts";
import type { Representations } from "../check/http/representations.ts";
import type { DerivedValues } from "../check/derived/derived-values.ts";
import { checkAnswer } from "../check/check-answer.ts";
import type { Problem } from "../check/checks.ts";
import { responseTime, rounded } from "../coverage/response-times.ts";
import type { Coverage, NotCovered } from "../coverage/coverage.ts";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import type { LearnedReferences } from "../records/references.ts";
import type { KnownRecords } from "../records/known-records.ts";
import type { RefusedCreations } from "../records/refused-creations.ts";
import type { Missing, RecordCalls } from "../records/prepared-input.ts";
import { Records } from "../records/records.ts";
import { sendLimits, type ServerSubject } from "../server/subject.ts";
import type { Exchange } from "../wire/exchange.ts";
import { decodeContent } from "../wire/decode-content.ts";
import type { WireRequest } from "../wire/wire-request.ts";
import { writeRequest, type Credentials, type WriteOptions } from "../wire/write-request.ts";
import { TimedOut } from "../wire/timed-out.ts";
import type { Answering } from "./answering.ts";
import type { OpenStreams } from "./open-streams.ts";
import { leftAlone, type LeftAlone } from "./left-alone.ts";
import type { ServerRunOptions } from "./options.ts";

/** Receives what a probe finds. */
export interface ProbeLog {
  readonly coverage: Coverage;
  /** Receives why an operation could not be called as planned. */
  miss(operation: VerifiedOperation, missing: Missing): void;
  /** Receives why a case does not try on an operation what it is for. */
  skip(operation: VerifiedOperation, reason: NotCovered): void;
  report(
    problem: Problem,
    operation: VerifiedOperation | undefined,
    exchanges: readonly Exchange[],
    expected?: readonly Exchange[],
  ): void;
  /** Receives what is reported after all cases, unless one of them finds it alone: that is easier to find again. */
  reportLater(problem: Problem, operation: VerifiedOperation, exchanges: readonly Exchange[]): void;
  sent(exchange: Exchange): void;
}

/** What all cases share. */
export interface ProbeContext {
  readonly api: VerifiedApi;
  readonly subject: ServerSubject;
  readonly options: ServerRunOptions;
  readonly signal: AbortSignal;
  readonly log: ProbeLog;
  readonly streams: OpenStreams;
  readonly answering: Answering;
  /** What the run has learned of members that name records. */
  readonly learned: LearnedReferences;
  /** The creations that the run has seen refused. */
  readonly refused: RefusedCreations;
  /** The records that cases refer to and do not change. */
  readonly known: KnownRecords;
  /** The sums and counts in answers. */
  readonly derived: DerivedValues;
  /** The answers of GET with tags, of all cases. */
  readonly representations: Representations;
}

/** The connection of one case to the subject: it sends requests, and reports. */
export class Probe {
  readonly api: VerifiedApi;
  readonly options: ServerRunOptions;
  readonly signal: AbortSignal;
  /** The seed of this case. */
  readonly seed: number;
  /** The records of this case. Other cases do not use them. */
  readonly records: Records;
  readonly #context: ProbeContext;

  constructor(context: ProbeContext, seed: number) {
    this.#context = context;
    this.api = context.api;
    this.options = context.options;
    this.signal = context.signal;
    this.seed = seed;
    const calls: RecordCalls = {
      send: (operation, input) => this.#callForRecords(operation, input),
      mayCall: (operation) => this.mayCall(operation),
      learned: context.learned,
      refused: context.refused,
      principal: JSON.stringify(context.options.credentials ?? {}),
      known: context.known.of(context.options.credentials),
      judge: (exchange) => this.reportAll(exchange),
    };
    this.records = new Records(this.api, this.options.expectations ?? {}, calls, seed);
  }

  /** True if all data may be changed and deleted. */
  get isDisposable(): boolean {
    return this.#context.subject.isDisposable;
  }

  /** Returns a probe with other credentials. The records that it creates belong to that principal. */
  as(credentials: Credentials): Probe {
    const context = { ...this.#context, options: { ...this.options, credentials } };
    return new Probe(context, this.seed);
  }

  /**
   * Calls an operation as the client would, and checks the answer. Violations are in its `problems`, for {@link
   * Probe.report}; they are not reported automatically.
   *
   * @throws {LeftAlone} when the operation must be left alone
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

  /** Writes the request of a call without sending it; `undefined` if the input cannot be written. */
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
   * Sends a request unchanged, and checks the answer against the operation.
   *
   * @param input the input of the request, if the client would write it the same way
   * @throws {LeftAlone} when the operation must be left alone
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
    this.#context.known.note(exchange);
    this.#reportOfHttp(exchange);
    return exchange;
  }

  /** The path below which the subject has all operations, without a slash at its end. */
  get basePath(): string {
    return this.#context.subject.base.pathname.replace(/\/$/, "");
  }

  /**
   * Returns the target at which the subject has a place that it names, such as in `Location`; `undefined` for a place on
   * another origin, or outside of the path below which all operations are.
   *
   * @param from the target of the request, to which a relative place refers (RFC 9110, section 10.2.2)
   */
  targetOf(place: string, from: string): string | undefined {
    const { base } = this.#context.subject;
    const url = URL.parse(place, base.origin + this.basePath + from);
    const isBelow = url?.origin === base.origin && url.pathname.startsWith(`${this.basePath}/`);
    return isBelow ? url.pathname.slice(this.basePath.length) + url.search : undefined;
  }

  /** Reports all violations in the answers of exchanges. */
  reportAll(...exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges)
      for (const problem of exchange.problems) this.report(problem, exchange.operation, [exchange]);
  }

  /**
   * Reports a failure with the shortest sequence of exchanges that shows it.
   *
   * @param expected the mock's answers to the same requests
   */
  report(
    problem: Problem,
    operation: VerifiedOperation | undefined,
    exchanges: readonly Exchange[],
    expected?: readonly Exchange[],
  ): void {
    this.#context.log.report(problem, operation, exchanges, expected);
  }

  /** Reports why an operation could not be called as planned. */
  miss(operation: VerifiedOperation, missing: readonly Missing[]): void {
    for (const one of missing) this.#context.log.miss(operation, one);
  }

  /**
   * Records that the case does not try on an operation what it is for, and why. Unlike {@link Probe.miss}, this
   * says nothing about whether the operation could be called.
   */
  skip(operation: VerifiedOperation, reason: NotCovered): void {
    this.#context.log.skip(operation, reason);
  }

  /** Returns the members of a creation that need another text in each record, as far as the run has learned. */
  uniqueMembers(operation: VerifiedOperation): readonly string[] {
    return this.#context.learned.uniqueTexts.of(operation);
  }

  /** True if an operation may be called. */
  mayCall(operation: VerifiedOperation): boolean {
    return this.#refusal(operation) === undefined;
  }

  /** Reports violations of HTTP, whatever the case is about. */
  #reportOfHttp(exchange: Exchange): void {
    const { operation } = exchange;
    if (operation === undefined) return;
    for (const problem of this.problemsOfHttp(operation, exchange))
      this.report(problem, operation, [exchange]);
    this.#reportTime(operation, exchange);
    for (const one of this.#context.derived.note(operation, exchange))
      this.report(one.problem, operation, [one.exchange]);
    const { log, representations } = this.#context;
    const found = representations.problemOf(operation, exchange, log);
    if (found?.isOfCase === true) this.report(found.problem, operation, found.exchanges);
    else if (found !== undefined) log.reportLater(found.problem, operation, found.exchanges);
  }

  #reportTime(operation: VerifiedOperation, exchange: Exchange): void {
    const { maxResponseTime, expectations } = this.options;
    const most = expectations?.maxResponseTimes?.[operation.id] ?? maxResponseTime;
    const time = exchange.response && responseTime(operation, exchange.response);
    if (most === undefined || time === undefined || time <= most) return;
    const message = `answers after ${rounded(time)} ms, and ${most} ms are the most that is allowed`;
    const { pointer } = operation.model;
    this.report({ check: "response-time", message, pointer }, operation, [exchange]);
  }

  /** Returns the violations of HTTP in an answer to a request of a path that the operation has. */
  problemsOfHttp(operation: VerifiedOperation, { response }: Exchange): Problem[] {
    const isSecure = this.#context.subject.name.startsWith("https:");
    return response === undefined ? [] : httpProblems(operation, response, isSecure);
  }

  #refusal(operation: VerifiedOperation): LeftAlone | undefined {
    const { subject, answering } = this.#context;
    const { expectations } = this.options;
    return (
      leftAlone(this.api, operation, subject.isDisposable, expectations) ??
      answering.refusal(operation)
    );
  }

  /** Calls an operation for the records of a case, which can do without one that does not answer. */
  async #callForRecords(operation: VerifiedOperation, input: CallInput): Promise<Exchange> {
    const silent = this.#context.answering.refusal(operation);
    if (silent === undefined) return this.call(operation, input);
    const request = await this.write(operation, input);
    if (request === undefined) throw silent;
    const failure = silent.message;
    return { operation, input, request, response: undefined, failure, problems: [] };
  }

  /** Reports an operation that does not answer even if its call is no matter of the case: it is not called again. */
  #noteTimeOut(operation: VerifiedOperation, exchange: Exchange): void {
    if (this.#context.answering.noteTimeOut(operation)) this.reportAll(exchange);
  }

  async #exchange(
    operation: VerifiedOperation | undefined,
    request: WireRequest,
    input: CallInput | undefined,
  ): Promise<Exchange> {
    const exchange = { operation, input, request };
    try {
      const { subject, streams, answering } = this.#context;
      const limits = sendLimits(this.options, this.signal);
      const silence = operation === undefined ? undefined : streams.silenceOf(operation);
      const sent = await subject.send(request, { ...limits, ...(silence && { silence }) });
      if (operation !== undefined) answering.noteAnswer(operation);
      if (!sent.isWhole && operation !== undefined) streams.noteOpen(operation);
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
      const failed = { ...exchange, response: undefined, failure, problems: [problem] };
      if (operation !== undefined && error instanceof TimedOut)
        this.#noteTimeOut(operation, failed);
      return failed;
    }
  }
}
