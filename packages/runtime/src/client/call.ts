import type { AnyResult } from "../result.ts";
import { receivedKey } from "../status.ts";
import { requestIdOf, type ClientApi, type ClientCore } from "./core.ts";
import { ApiError, DecodeError } from "./errors.ts";
import { firstProblem } from "./first-problem.ts";
import type { ClientOperation, ReadContext, ReadResponse } from "./operation.ts";
import { isStrict } from "./other-body.ts";
import { plainRead } from "./plain-response.ts";
import { readError } from "./read-error.ts";
import { secretHeaders, secretWords } from "./redirect.ts";
import { buildRequest } from "./request.ts";
import { isStuck, onceOnly } from "./retry.ts";
import { send } from "./send.ts";
import type { Call, CallInput, CallOptions, CallResult, ClientRequest } from "./types.ts";
import { isObject } from "../members.ts";
import type { ErrorBodyDescriptor } from "../operation.ts";

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
  /** The credentials that were sent. */
  readonly secrets: readonly string[];
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
  #request: ClientRequest | undefined;
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
      this.#send((response, context) => {
        context.detach();
        this.#context = context;
        return Promise.resolve(response);
      });
    return this.#response;
  }

  async result(): Promise<CallResult<Result>> {
    this.#leaveOutput();
    const answer = await this.#read();
    const { documented: _, secrets: __, isKnown, ...rest } = answer;
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

  #send<Read>(read: (response: Response, context: ReadContext) => Promise<Read>): Promise<Read> {
    try {
      this.#request = buildRequest(this.#core, this.operation, this.input, this.#options);
      return send(this.#core, this.#request, this.#options, read);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #read(): Promise<Answer> {
    this.#answer ??=
      this.#response === undefined
        ? this.#send((response, context) => this.#readAnswer(response, context))
        : this.#response.then((response) =>
            this.#readAnswer(response, this.#context as ReadContext),
          );
    return this.#answer;
  }

  async #readAnswer(response: Response, context: ReadContext): Promise<Answer> {
    const { operation } = this;
    const { api, options } = this.#core;
    const isCommon = api.errorBody?.statuses.includes(response.status) === true;
    const documented =
      receivedKey(operation.responses, response.status) ??
      (isCommon ? String(response.status) : undefined);
    const reader = operation.readResponse ?? (response.ok ? plainRead : readError);
    const requestId = requestIdOf(this.#core, response);
    const read = await reader(operation, response, context)
      .then((json) => {
        options.validate?.response(operation, response, json.body);
        return operation.conversion?.decode(operation, response, json, isCommon) ?? json;
      })
      .catch((error: unknown) => {
        throw error instanceof DecodeError ? Object.assign(error, { requestId }) : error;
      });
    const isKnown = documented !== undefined || (!isStrict(context) && this.#isOther(response));
    return { ...read, response, requestId, documented, isKnown, secrets: context.secrets };
  }

  /**
   * True if results have a type for an undocumented status: for any success, and for an error if the
   * description documents no errors.
   */
  #isOther({ ok, status }: Response): boolean {
    const hasErrors =
      this.#core.api.errorBody ||
      Object.keys(this.operation.responses).some((key) => /^[45]/.test(key));
    return ok || (status >= 400 && !hasErrors);
  }

  #error({ response, body, documented, requestId, secrets }: Answer): ApiError {
    const { api } = this.#core;
    const code = errorCode(api.errorBody, response.status, body);
    const hidden = [...secrets, ...secretsIn(api, this.#request)];
    const hints = [
      firstProblem(code, body, api.errorBody?.members?.issues, hidden) ||
        (documented === undefined && "the status is not documented"),
      this.#request && isStuck(this.#request, response) && onceOnly,
    ];
    const reason = hints.filter(Boolean).join("; ");
    const { errors = {}, responses } = this.operation;
    const isOwn = receivedKey(responses, response.status) === documented;
    const ErrorClass = (isOwn ? errors[documented ?? ""] : api.commonError) ?? ApiError;
    return new ErrorClass(this.operation, response, body as never, reason, requestId);
  }
}

/** Returns the secrets that the caller has set in headers by hand. */
function secretsIn(api: ClientApi, request: ClientRequest | undefined): string[] {
  const names = secretHeaders(api);
  return Object.entries(request?.headers ?? {}).flatMap(([name, value]) =>
    names.includes(name) || secretWords.test(name) ? [value, value.replace(/^\S+\s+/, "")] : [],
  );
}

/**
 * Reads the kind of error from a body: from the property of the description's error schema if it has one
 * for the status, otherwise as from problem details (RFC 9457).
 */
function errorCode(
  errorBody: ErrorBodyDescriptor | undefined,
  status: number,
  body: unknown,
): string | undefined {
  if (!isObject(body)) return undefined;
  const own = errorBody?.members?.code ?? "code";
  const isOwn = errorBody?.statuses.includes(status) === true;
  const members = isOwn ? [own] : ["code", "title", own];
  return members.map((member) => body[member]).find((code) => typeof code === "string");
}
