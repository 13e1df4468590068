import { checkNumbers } from "../number-options.ts";
import type { AnyResult } from "../result.ts";
import { toUtf8Bytes } from "../utf8-bytes.ts";
import { OperationCall } from "./call.ts";
import type { ClientCore } from "./core.ts";
import { DecodeError } from "./errors.ts";
import { ResponseStream } from "./item-stream.ts";
import type { ClientOperation } from "./operation.ts";
import { retryPolicy } from "./retry.ts";
import { ResumedStream, type ResumePolicy } from "./resume.ts";
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
  readonly #resumed: Pick<ResumePolicy, "clock" | "retries">;

  constructor(
    core: ClientCore,
    operation: ClientOperation,
    input: CallInput,
    options: StreamCallOptions,
  ) {
    super(core, operation, input, options);
    this.#options = options;
    this.#again = (more) => new StreamingCall(core, operation, input, { ...options, ...more });
    this.#resumed = { clock: core.options.clock, retries: retryPolicy(core.options, options) };
  }

  override async result(): Promise<CallResult<Result>> {
    const result: CallResult<Result> & { readonly body?: unknown } = await super.result();
    return { ...result, body: this.#resumable(result.body) };
  }

  protected override async receive(): Promise<ItemStream<Item>> {
    return this.#resumable(await super.receive());
  }

  events(): AsyncGenerator<StreamEvent<Item>, void, undefined> {
    return eventsOf(this.defer());
  }

  /**
   * The stream, or `undefined` if the answer has no body.
   *
   * @throws {DecodeError} when the answer is not a stream, as an undocumented success may be.
   */
  async stream(): Promise<ItemStream<Item> | undefined> {
    const output: unknown = await this.output();
    if (output === undefined || output instanceof ResponseStream || output instanceof ResumedStream)
      return output;
    throw new DecodeError(this.operation, await this.response(), "the answer is not a stream");
  }

  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    return itemsOf(this.events());
  }

  #resumable<Body>(body: Body): Body {
    const { resume, headers, signal } = this.#options;
    if (!resume || !(body instanceof ResponseStream)) return body;
    const open = (id: string): Promise<unknown> =>
      this.#again({
        resume: false,
        // Each reconnection counts as an attempt of the stream.
        retries: 0,
        headers: id === "" ? { ...headers } : { ...headers, "last-event-id": toUtf8Bytes(id) },
      }).stream();
    const own = resume === true ? {} : resume;
    checkNumbers(own, { attempts: [0] });
    const { attempts = 5 } = own;
    const policy = { ...this.#resumed, attempts, signal, open };
    return new ResumedStream(body, policy) as Body;
  }
}

async function* eventsOf<Item, Result extends AnyResult>(
  call: StreamingCall<Item, Result>,
): AsyncGenerator<StreamEvent<Item>, void, undefined> {
  const stream = await call.stream();
  if (stream) yield* stream.events();
}

async function* itemsOf<Item>(
  events: AsyncIterable<StreamEvent<Item>>,
): AsyncGenerator<Item, void, undefined> {
  for await (const { data } of events) yield data;
}
