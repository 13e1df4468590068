import type { AnyResult } from "../result.ts";
import { receivedKey } from "../status.ts";
import { requestIdOf, type ClientCore } from "./core.ts";
import { ApiError, DecodeError } from "./errors.ts";
import { firstProblem } from "./first-problem.ts";
import { jsonRead } from "./json-read.ts";
import {
  isStrict,
  type ClientOperation,
  type ReadContext,
  type ReadResponse,
} from "./operation.ts";
import { buildRequest } from "./request.ts";
import { canRepeat, onceOnly } from "./retry.ts";
import { send, type ReadAnswer } from "./send.ts";
import type { Call, CallInput, CallOptions, CallResult } from "./types.ts";

/** A response whose body has been read. */
interface Answer extends ReadResponse {
  readonly response: Response;
  readonly requestId: string | undefined;
  /**
   * The key of the status in the description, or the status itself for a common error. `undefined` for an
   * undocumented status.
   */
  readonly documented: string | undefined;
  /** True if `result()` returns it instead of throwing. */
  readonly isKnown: boolean;
  readonly context: ReadContext;
}

/**
 * Calls an operation. The declared return type of the caller sets the types of the output and the results.
 *
 * @returns a call that starts by itself, see {@link Call}. It rejects with {@link ApiError} for an
 * unsuccessful answer, `ConnectionError` without an answer, `TimeoutError` when the answer takes too long,
 * `DecodeError` for a success whose body differs from its documentation, and `TypeError` for an input that
 * cannot be sent.
 */
export function call<Output, Result extends AnyResult>(
  core: ClientCore,
  operation: ClientOperation,
  input: CallInput = {},
  options: CallOptions = {},
): Call<Output, Result> {
  return new OperationCall(core, operation, input, options);
}

/**
 * A pending or completed call. It starts in the next microtask, unless the caller has started or deferred
 * it before. All methods share one promise of the output, so that an unhandled rejection is reported as for
 * any promise.
 */
export class OperationCall<Output, Result extends AnyResult> implements Call<Output, Result> {
  readonly #core: ClientCore;
  readonly operation: ClientOperation;
  readonly input: CallInput;
  readonly #options: CallOptions;
  #response: Promise<Response> | undefined;
  #context: ReadContext | undefined;
  #answer: Promise<Answer> | undefined;
  #output: Promise<Output> | undefined;
  #isDeferred = false;

  constructor(
    core: ClientCore,
    operation: ClientOperation,
    input: CallInput,
    options: CallOptions,
  ) {
    this.#core = core;
    this.operation = operation;
    this.input = input;
    this.#options = options;
    // Not `queueMicrotask`: Node creates an async resource for each of its tasks.
    void Promise.resolve().then(() => this.#startByItself());
  }

  get [Symbol.toStringTag](): string {
    return "Promise";
  }

  defer(): this {
    this.#isDeferred = true;
    return this;
  }

  with(options: CallOptions, input = this.input): this {
    this.defer();
    const Same = this.constructor as new (
      core: ClientCore,
      operation: ClientOperation,
      input: CallInput,
      options: CallOptions,
    ) => this;
    return new Same(this.#core, this.operation, input, { ...this.#options, ...options });
  }

  response(): Promise<Response> {
    this.#leaveOutput();
    this.#response ??=
      this.#answer?.then(({ response }) => response) ??
      this.#send(async (response, context) => {
        context.detach();
        this.#context = context;
        return response;
      });
    return this.#response;
  }

  async result(): Promise<CallResult<Result>> {
    this.#leaveOutput();
    const answer = await this.#read();
    const { documented: _, context: __, isKnown, ...rest } = answer;
    if (!isKnown) throw this.#error(answer);
    const { ok, status, headers } = answer.response;
    return { ok, status, headers, ...rest } as unknown as CallResult<Result>;
  }

  // A call is awaited like a promise.
  // oxlint-disable-next-line unicorn/no-thenable
  then<Fulfilled = Output, Rejected = never>(
    onFulfilled?: ((value: Output) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.output().then(onFulfilled, onRejected);
  }

  catch<Caught = never>(
    onRejected?: ((reason: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Output | Caught> {
    return this.output().catch(onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<Output> {
    return this.output().finally(onFinally);
  }

  /** The success body. Returns the same promise each time. */
  output(): Promise<Output> {
    this.#output ??= this.receive();
    return this.#output;
  }

  #startByItself(): void {
    if (!this.#isDeferred && !this.#answer && !this.#response) this.output();
  }

  /** Marks the output's rejection as handled: the caller of `result()` or `response()` handles it there. */
  #leaveOutput(): void {
    this.#output?.catch(() => {});
  }

  protected async receive(): Promise<Output> {
    const answer = await this.#read();
    if (answer.response.ok && answer.isKnown) return answer.body as Output;
    throw this.#error(answer);
  }

  #send<Read>(read: ReadAnswer<Read>): Promise<Read> {
    try {
      const request = buildRequest(this.#core, this.operation, this.input, this.#options);
      return send(this.#core, request, this.#options, read);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #read(): Promise<Answer> {
    const read: ReadAnswer<Answer> = (response, context) => this.#readAnswer(response, context);
    this.#answer ??=
      this.#response?.then((response) => read(response, this.#context as ReadContext)) ??
      this.#send(read);
    return this.#answer;
  }

  async #readAnswer(response: Response, context: ReadContext): Promise<Answer> {
    const { operation } = this;
    const { readResponse = jsonRead, responses, conversion } = operation;
    const { api, options } = this.#core;
    const { ok, status } = response;
    const isCommon = api.errorBody?.statuses.includes(status) === true;
    const documented = receivedKey(responses, status) ?? (isCommon ? `${status}` : undefined);
    const requestId = requestIdOf(this.#core, response);
    // Results have a type for any undocumented success, and for an undocumented error if there are no others.
    const hasErrors = (): boolean =>
      !!api.errorBody || Object.keys(responses).some((key) => /^[45]/.test(key));
    const isKnown =
      documented !== undefined || (!isStrict(context) && (ok || (status >= 400 && !hasErrors())));
    try {
      let read = await readResponse(operation, response, context);
      options.validate?.response(operation, response, read.body);
      read = conversion?.decode(operation, response, read, isCommon) ?? read;
      return { ...read, response, requestId, documented, isKnown, context };
    } catch (error) {
      throw error instanceof DecodeError ? Object.assign(error, { requestId }) : error;
    }
  }

  #error({ response, body, documented, requestId, context }: Answer): ApiError {
    const { errorBody, commonError } = this.#core.api;
    const { request } = context;
    const { status } = response;
    const { errors = {}, responses } = this.operation;
    const hints = [
      firstProblem(body, errorBody, status, context) ||
        (documented === undefined && "the status is not documented"),
      /^(?:401|408|429|50[0234])$/.test(`${status}`) && !canRepeat(request) && onceOnly,
    ];
    const isOwn = receivedKey(responses, status) === documented;
    const ErrorClass = (isOwn ? errors[documented ?? ""] : commonError) ?? ApiError;
    return new ErrorClass(
      this.operation,
      response,
      body as never,
      hints.filter(Boolean).join("; "),
      requestId,
    );
  }
}
