import type { AnyResult } from "../result.ts";
import { toUtf8Bytes } from "../utf8-bytes.ts";
import { OperationCall } from "./call.ts";
import type { ClientCore } from "./core.ts";
import { ResponseStream } from "./item-stream.ts";
import type { ClientOperation } from "./operation.ts";
import { ResumedStream } from "./resume.ts";
import type {
  CallInput,
  CallResult,
  ItemStream,
  StreamCall,
  StreamCallOptions,
  StreamEvent,
} from "./types.ts";

/** Calls an operation that answers with a stream; see {@link call}. */
export function callStream<Item, Result extends AnyResult>(
  core: ClientCore,
  operation: ClientOperation,
  input: CallInput = {},
  options: StreamCallOptions = {},
): StreamCall<Item, Result> {
  return new StreamingCall(core, operation, input, options);
}

class StreamingCall<Item, Result extends AnyResult>
  extends OperationCall<ItemStream<Item>, Result>
  implements StreamCall<Item, Result>
{
  readonly #options: StreamCallOptions;
  readonly #again: (options: StreamCallOptions) => StreamingCall<Item, Result>;
  readonly #maxWait: number;

  constructor(
    core: ClientCore,
    operation: ClientOperation,
    input: CallInput,
    options: StreamCallOptions,
  ) {
    super(core, operation, input, options);
    this.#options = options;
    this.#again = (more) => new StreamingCall(core, operation, input, { ...options, ...more });
    this.#maxWait = options.maxRetryAfter ?? core.options.maxRetryAfter ?? 60_000;
  }

  override async result(): Promise<CallResult<Result>> {
    const result: CallResult<Result> & { readonly body?: unknown } = await super.result();
    return { ...result, body: this.#resumable(result.body) };
  }

  override async output(): Promise<ItemStream<Item>> {
    return this.#resumable(await super.output());
  }

  async *events(): AsyncGenerator<StreamEvent<Item>, void, undefined> {
    const stream: ItemStream<Item> | undefined = await this.output();
    if (stream) yield* stream.events();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of this.events()) yield data;
  }

  #resumable<Body>(body: Body): Body {
    const { resume, headers, signal } = this.#options;
    if (!resume || !(body instanceof ResponseStream)) return body;
    const open = (id: string): Promise<unknown> =>
      this.#again({
        resume: false,
        // Each attempt to go on counts as such.
        retries: 0,
        headers: id === "" ? { ...headers } : { ...headers, "last-event-id": toUtf8Bytes(id) },
      }).output();
    const { attempts = 5 } = resume === true ? {} : resume;
    const policy = { attempts, maxWait: this.#maxWait, signal, open };
    return new ResumedStream(body, policy) as Body;
  }
}
