import { errorCode } from "../errors.ts";
import type { OperationDescriptor } from "../operation.ts";
import type { AnyResult } from "../result.ts";
import type { ClientCore } from "./core.ts";
import { decodeResponse } from "./decode-response.ts";
import type { DecodedResponse } from "./decode-response.ts";
import { ApiError } from "./errors.ts";
import { send } from "./send.ts";
import type {
  Call,
  CallInput,
  CallOptions,
  CallResult,
  ItemStream,
  StreamCall,
  StreamEvent,
} from "./types.ts";

/**
 * Calls an operation. The caller's declared return type says what the output and the results are.
 *
 * @returns a call that starts when it is first awaited. It rejects with {@link ApiError} for an
 *   answer that is no success, `ConnectionError` without an answer, `DecodeError` for a success
 *   whose body is not what was documented, and `TypeError` for an input that cannot be sent.
 */
export function call<Output, Result extends AnyResult>(
  core: ClientCore,
  operation: OperationDescriptor,
  input: CallInput = {},
  options: CallOptions = {},
): Call<Output, Result> {
  return new OperationCall(core, operation, input, options);
}

/** Calls an operation that answers with a stream; see {@link call}. */
export function callStream<Item, Result extends AnyResult>(
  core: ClientCore,
  operation: OperationDescriptor,
  input: CallInput = {},
  options: CallOptions = {},
): StreamCall<Item, Result> {
  return new StreamingCall(core, operation, input, options);
}

/** A call that is being or has been made. */
export class OperationCall<Output, Result extends AnyResult> implements Call<Output, Result> {
  readonly #core: ClientCore;
  readonly #operation: OperationDescriptor;
  readonly #input: CallInput;
  readonly #options: CallOptions;
  #response: Promise<Response> | undefined;
  #decoded: Promise<DecodedResponse> | undefined;
  #output: Promise<Output> | undefined;

  constructor(
    core: ClientCore,
    operation: OperationDescriptor,
    input: CallInput,
    options: CallOptions,
  ) {
    this.#core = core;
    this.#operation = operation;
    this.#input = input;
    this.#options = options;
  }

  response(): Promise<Response> {
    this.#response ??= send(this.#core, this.#operation, this.#input, this.#options);
    return this.#response;
  }

  async result(): Promise<CallResult<Result>> {
    const decoded = await this.#decode();
    if (!decoded.isDocumented) throw this.#error(decoded);
    const { isDocumented: _, ...result } = decoded;
    return result as unknown as CallResult<Result>;
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

  /** The success body, as a promise of its own. */
  output(): Promise<Output> {
    this.#output ??= this.#decode().then((decoded) => {
      if (decoded.response.ok && decoded.isDocumented) return decoded.body as Output;
      throw this.#error(decoded);
    });
    return this.#output;
  }

  #decode(): Promise<DecodedResponse> {
    this.#decoded ??= this.response().then((response) =>
      decodeResponse(this.#core, this.#operation, response, this.#options),
    );
    return this.#decoded;
  }

  #error({ status, response, body, isDocumented }: DecodedResponse): ApiError {
    const code = errorCode(this.#core.api, status, body);
    const reason = code ?? (isDocumented ? undefined : "the status is not documented");
    return new ApiError(this.#operation, response, body, reason);
  }
}

class StreamingCall<Item, Result extends AnyResult>
  extends OperationCall<ItemStream<Item>, Result>
  implements StreamCall<Item, Result>
{
  async *events(): AsyncGenerator<StreamEvent<Item>, void, undefined> {
    const stream: ItemStream<Item> | undefined = await this;
    if (stream) yield* stream.events();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of this.events()) yield data;
  }
}
