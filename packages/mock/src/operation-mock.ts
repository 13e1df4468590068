import type { OperationDescriptor, Validator } from "@openapi-packages/runtime";
import type { AnyResult } from "@openapi-packages/runtime";
import { notImplemented, RequestFailure } from "@openapi-packages/runtime/internals";
import type {
  AnyHandler,
  Answer,
  HttpRequest,
  RequestContext,
} from "@openapi-packages/runtime/server";
import { isObject } from "@openapi-packages/runtime/internals";
import { responseKey } from "@openapi-packages/runtime/internals";
import { acceptedFirst, hasChoice, streamFirst } from "./answers/accepted-first.ts";
import { chooseAnswer } from "./answers/choose-answer.ts";
import { inAcceptedType } from "./answers/in-accepted-type.ts";
import { takesFrom } from "./answers/latency.ts";
import type { LatencyRange } from "./answers/latency.ts";
import { playStream } from "./answers/play-stream.ts";
import { preferencesOf } from "./answers/preferences.ts";
import type { Preferences } from "./answers/preferences.ts";
import { varied } from "./answers/vary.ts";
import type { CallbackSender } from "./callbacks/callback-plan.ts";
import { Converted, jsonAnswer } from "./converted.ts";
import type { KnownCredentials } from "./credentials/known-credentials.ts";
import type { MockDescription, MockExample, MockOperation } from "./description.ts";
import { examplesOf } from "./examples-of.ts";
import type { ExchangeLog } from "./exchange-log.ts";
import type { Fault, FaultList } from "./faults/fault-list.ts";
import { withStreamFault } from "./faults/stream-fault.ts";
import { isDocumented, undocumentedResponse } from "./faults/undocumented-status.ts";
import { mockKeyOf } from "./idempotency.ts";
import type { IdempotencyKeys } from "./idempotency.ts";
import type { MockLimits } from "./limits.ts";
import type { OffsetClock } from "./offset-clock.ts";
import type { Overrides } from "./overrides.ts";
import { randomFrom } from "./random.ts";
import type { Random } from "./random.ts";
import type { MockState, StateHandler } from "./state/mock-state.ts";
import { copyOf, isJson } from "./state/record.ts";
import { StreamItems } from "./stream-of.ts";
import type { CreateMockOptions } from "./types.ts";
import { warnOfOverride } from "./warn-of-override.ts";

/** The parts that the mocks of all operations share. */
export interface MockParts {
  readonly description: MockDescription;
  readonly options: CreateMockOptions;
  readonly limits: MockLimits;
  readonly latency: LatencyRange;
  readonly interval: LatencyRange;
  readonly clock: OffsetClock;
  readonly state: MockState;
  readonly faults: FaultList;
  readonly overrides: Overrides;
  readonly idempotency: IdempotencyKeys;
  readonly credentials: KnownCredentials;
  readonly log: ExchangeLog;
  /** `undefined` if the description has no callbacks, or none are sent. */
  readonly callbacks: CallbackSender | undefined;
  /** The faults of requests whose answers have not been written yet. */
  readonly pending: Map<HttpRequest, Fault>;
}

type Input = Parameters<StateHandler>[0];

/** The mock of one operation. */
export class OperationMock {
  readonly operation: OperationDescriptor;
  readonly #mock: MockOperation;
  readonly #parts: MockParts;
  /** `null` until it is known whether there is one. */
  #stateful: StateHandler | undefined | null = null;
  #made: readonly MockExample[] | undefined;
  #count = 0;

  constructor(mock: MockOperation, parts: MockParts) {
    this.operation = mock.operation;
    this.#mock = mock;
    this.#parts = parts;
  }

  /** Resets the count of requests, which varied answers depend on. */
  reset(): void {
    this.#count = 0;
  }

  /** The handler for the server core. */
  readonly handler: AnyHandler<RequestContext> = (input: Input, context) => {
    const { faults, latency, options } = this.#parts;
    const preferences = preferencesOf(context.request);
    const fault = faults.take(this.operation, preferences);
    const isPlain = preferences === undefined && fault === undefined && latency.to === 0;
    if (isPlain && options.dynamic !== true) return this.#own(input, context);
    return this.#asAsked(input, context, preferences ?? {}, fault);
  };

  /** Answers with everything that the request, the rules and the options ask for. */
  async #asAsked(
    input: Input,
    context: RequestContext,
    preferences: Preferences,
    fault: Fault | undefined,
  ): Promise<Answer<AnyResult>> {
    const { options, log, pending } = this.#parts;
    this.#count += 1;
    const { operationId } = this.operation;
    const random =
      preferences.seed === undefined
        ? randomFrom(options.seed ?? 0, operationId, this.#count)
        : randomFrom(preferences.seed, operationId);
    const milliseconds = takesFrom(fault?.latency ?? this.#parts.latency, random);
    const note = log.noteOf(context.request);
    if (note && fault) note.fault = fault.name;
    if (milliseconds > 0) await this.#wait(milliseconds, context);
    const isDynamic = preferences.dynamic ?? options.dynamic ?? false;
    const answer = await this.#chosen(input, context, { preferences, fault, isDynamic, random });
    if (fault?.kind === undefined) return answer;
    // A `stream-error` replaces an item of the stream; other faults apply to the bytes of the response.
    if (fault.kind === "stream-error")
      return { ...answer, body: withStreamFault(answer.body, fault) };
    pending.set(context.request, fault);
    return answer;
  }

  async #wait(milliseconds: number, { request, signal }: RequestContext): Promise<void> {
    const { clock, pending } = this.#parts;
    try {
      await clock.wait(milliseconds, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      // The client disconnected while waiting. This is not an error of a handler.
      pending.set(request, { name: "latency", kind: "reset", after: 0 });
      throw new RequestFailure(503);
    }
  }

  async #chosen(
    input: Input,
    context: RequestContext,
    asked: {
      readonly preferences: Preferences;
      readonly fault: Fault | undefined;
      readonly isDynamic: boolean;
      readonly random: Random;
    },
  ): Promise<Answer<AnyResult>> {
    const { preferences, fault, isDynamic, random } = asked;
    const code = preferences.code ?? (fault?.kind === "stream-error" ? undefined : fault?.status);
    if (preferences.code === undefined && fault !== undefined && code !== undefined)
      this.#refuseUndocumented(fault, code, context);
    const isChosen = code !== undefined || preferences.example !== undefined;
    const isVaried =
      isDynamic && (preferences.dynamic === true || this.#stateHandler() === undefined);
    const isOverridden = this.#parts.overrides.has(this.operation.operationId);
    if (!isChosen && (isOverridden || !isVaried)) return this.#own(input, context);
    const { api } = this.#parts.description;
    const wanted = code === undefined ? preferences : { ...preferences, code };
    const examples = acceptedFirst(this.#examples(), input, context.request);
    const answer = chooseAnswer(api, this.operation, examples, wanted);
    const made = isVaried ? varied(answer, this.#validatorOf(answer), random) : answer;
    return this.#paced(this.#announced(made, input, context), context);
  }

  /** @throws {RequestFailure} for an undocumented status; the response of the fault replaces it */
  #refuseUndocumented(fault: Fault, status: number, { request }: RequestContext): void {
    const { description, pending } = this.#parts;
    if (isDocumented(description.api, this.operation, status)) return;
    pending.set(request, { ...fault, response: undocumentedResponse(request, status) });
    throw new RequestFailure(503);
  }

  /**
   * Answers without preferences. A request that is repeated with its idempotency key gets the first answer
   * again.
   */
  #own(input: Input, context: RequestContext): Answer<AnyResult> | Promise<Answer<AnyResult>> {
    const { request, principal } = context;
    const key = mockKeyOf(this.#mock, request);
    const paced = (answer: Answer<AnyResult>): Answer<AnyResult> => this.#paced(answer, context);
    if (key !== undefined) {
      const examples = this.#examples();
      const keyed = { mock: this.#mock, key, request, principal, body: input.body, examples };
      const run = (): ReturnType<StateHandler> => this.#carriedOut(input, context);
      return this.#parts.idempotency.once(keyed, run).then(paced);
    }
    const answer = this.#carriedOut(input, context);
    return answer instanceof Promise ? answer.then(paced) : paced(answer);
  }

  /** Returns the answer of the override, of the state, or the example. */
  #carriedOut(
    input: Input,
    context: RequestContext,
  ): Answer<AnyResult> | Promise<Answer<AnyResult>> {
    const answer = this.#answer(input, context);
    if (this.#parts.callbacks === undefined) return answer;
    const announced = (one: Answer<AnyResult>): Answer<AnyResult> =>
      this.#announced(one, input, context);
    return answer instanceof Promise ? answer.then(announced) : announced(answer);
  }

  /** Prepares the callbacks of an answer. */
  #announced(answer: Answer<AnyResult>, input: Input, context: RequestContext): Answer<AnyResult> {
    const { operationId } = this.operation;
    this.#parts.callbacks?.announce({ operationId, input, request: context.request, answer });
    return answer;
  }

  #answer(input: Input, context: RequestContext): Answer<AnyResult> | Promise<Answer<AnyResult>> {
    const { overrides, state } = this.#parts;
    if (!overrides.has(this.operation.operationId)) return this.#byDefault(input, context);
    // A copy, so that an override cannot change stored data.
    const fallback = async (): Promise<Answer<AnyResult>> => {
      const answer = this.#paced(await this.#byDefault(input, context), context);
      const isStream = isObject(answer.body) && Symbol.asyncIterator in answer.body;
      if (isStream || !isJson(answer.body)) return answer;
      return { ...answer, body: copyOf(answer.body) };
    };
    const { codec } = this.#mock;
    if (codec === undefined)
      return this.#overridden(overrides.answer(context, input, state, fallback), context);
    const converted = new Converted(codec, this.operation);
    const decoded = async (): Promise<Answer<AnyResult>> => converted.answer(await fallback());
    const answer = jsonAnswer(() =>
      overrides.answer(context, converted.input(input), state, decoded),
    );
    return this.#overridden(answer, context);
  }

  async #overridden(
    given: Answer<AnyResult> | Promise<Answer<AnyResult>>,
    context: RequestContext,
  ): Promise<Answer<AnyResult>> {
    const answer = await given;
    const { options } = this.#parts;
    if (options.validateResponses === undefined)
      warnOfOverride(answer, { context, parts: this.#parts, validator: this.#validatorOf(answer) });
    return answer;
  }

  #byDefault(
    input: Input,
    context: RequestContext,
  ): Answer<AnyResult> | Promise<Answer<AnyResult>> {
    const handler = this.#stateHandler();
    const documented = this.#examples();
    // Stored records are JSON, so that a stream that comes first in the description does not lead.
    const examples = handler === undefined ? streamFirst(this.operation, documented) : documented;
    const [first] = hasChoice(examples)
      ? acceptedFirst(examples, input, context.request)
      : examples;
    const isStreamWanted = first !== examples[0] && first?.body instanceof StreamItems;
    const stateful = isStreamWanted ? undefined : handler;
    if (stateful !== undefined) {
      const shown = (answer: Answer<AnyResult>): Answer<AnyResult> =>
        inAcceptedType(answer, first, examples, (one) => this.#validatorOf(one));
      const answer = stateful(input, context);
      return answer instanceof Promise ? answer.then(shown) : shown(answer);
    }
    if (first === undefined) throw notImplemented(this.operation.operationId);
    return first;
  }

  /** Sends the items of a stream's example at their interval. */
  #paced(answer: Answer<AnyResult>, context: RequestContext): Answer<AnyResult> {
    if (!(answer.body instanceof StreamItems)) return answer;
    const { clock, interval } = this.#parts;
    const { signal, lastEventId } = context;
    const random = randomFrom(this.#parts.options.seed ?? 0, this.operation.operationId, "pace");
    const body = playStream(answer.body.items, { interval, clock, random, signal, lastEventId });
    return { ...answer, body };
  }

  /** Created on the first request, because it depends on all operations together. */
  #stateHandler(): StateHandler | undefined {
    if (this.#stateful === null)
      this.#stateful = this.#parts.state.handlerOf(this.operation.operationId);
    return this.#stateful;
  }

  #examples(): readonly MockExample[] {
    return (this.#made ??= examplesOf(this.#mock));
  }

  #validatorOf({ status, contentType }: Answer<AnyResult>): Validator | undefined {
    const key = responseKey(this.operation.responses, status);
    const validators = key === undefined ? undefined : this.#mock.validators.responses?.[key];
    if (validators === undefined) return undefined;
    const mediaType = contentType ?? Object.keys(validators)[0] ?? "";
    return Object.hasOwn(validators, mediaType) ? validators[mediaType] : undefined;
  }
}
