import type { OperationDescriptor } from "../operation.ts";
import { ConnectionError, TimeoutError } from "./errors.ts";
import type { ReadContext } from "./operation.ts";

/** Reads a body chunk by chunk, until nothing comes for too long or the caller aborts. */
export class ChunkReader {
  readonly #operation: OperationDescriptor;
  readonly #context: ReadContext;
  readonly #requestId: string | undefined;
  readonly #idleTimeout: number;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #reject: (reason: unknown) => void = () => {};
  readonly #stop = (): void => this.#reject(this.#context.signal.reason);

  /** @throws {TypeError} when the body has been read before. */
  constructor(
    operation: OperationDescriptor,
    response: Response,
    context: ReadContext,
    requestId: string | undefined,
  ) {
    if (response.bodyUsed || response.body?.locked)
      throw new TypeError(`${operation.operationId}: the stream can be read only once`);
    const { options, clientOptions, signal } = context;
    this.#operation = operation;
    this.#context = context;
    this.#requestId = requestId;
    this.#idleTimeout = options.idleTimeout ?? clientOptions.idleTimeout ?? Infinity;
    this.#reader = response.body?.getReader();
    // One listener for the whole stream: one for each read would accumulate.
    signal.addEventListener("abort", this.#stop, { once: true });
  }

  /**
   * Returns the next chunk, or `undefined` at the end.
   *
   * @throws {ConnectionError} when the connection breaks.
   * @throws {TimeoutError} when nothing comes for too long.
   * @throws the reason of the signal when it aborts.
   */
  async read(): Promise<Uint8Array | undefined> {
    const { signal } = this.#context;
    signal.throwIfAborted();
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const result = await new Promise<{ value?: Uint8Array | undefined } | undefined>(
        (resolve, reject) => {
          this.#reject = reject;
          timer = this.#limit(reject);
          const breakOff = (cause: unknown): void =>
            reject(new ConnectionError(this.#operation, cause, this.#requestId));
          if (this.#reader) this.#reader.read().then(resolve, breakOff);
          else resolve(undefined);
        },
      );
      return result?.value;
    } catch (error) {
      // A runtime may end the body before it dispatches the abort.
      signal.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #limit(reject: (reason: unknown) => void): ReturnType<typeof setTimeout> | undefined {
    const limit = this.#idleTimeout;
    // Timers have 32 bits; a longer delay would fire at once.
    if (limit > 0x7fff_ffff) return undefined;
    return setTimeout(() => reject(new TimeoutError(this.#operation, "idle", limit)), limit);
  }

  /** Iterates over the remaining chunks. Throws as {@link read}. */
  async *chunks(): AsyncGenerator<Uint8Array, void, undefined> {
    for (let chunk = await this.read(); chunk !== undefined; chunk = await this.read()) yield chunk;
  }

  /** Cancels the body without waiting, since cancelling may hang. */
  close(): void {
    this.#context.signal.removeEventListener("abort", this.#stop);
    this.#context.release();
    this.#reader?.cancel().catch(() => {});
  }
}
