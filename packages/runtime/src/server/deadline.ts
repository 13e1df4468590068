import { incompleteBody, RequestFailure } from "./failure.ts";

/** Limits the reading of a request body by a timeout and by the client's connection. */
export class Deadline {
  readonly #timeout: number;
  readonly #signal: AbortSignal | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failure: RequestFailure | undefined;
  #reject: ((failure: RequestFailure) => void) | undefined;
  #source: AsyncIterator<Uint8Array> | undefined;

  /**
   * @param timeout in milliseconds, starting now; `0`: none
   * @param signal aborts when the client disconnects
   */
  constructor(timeout: number, signal?: AbortSignal) {
    this.#timeout = timeout;
    this.#signal = signal;
    this.start();
  }

  /** Restarts the timeout. */
  start(): void {
    if (this.#timeout > 0) this.#timer = setTimeout(this.#onTimeout, this.#timeout);
    if (this.#signal?.aborted) this.#onAbort();
    else this.#signal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener("abort", this.#onAbort);
  }

  /**
   * Reads the chunks of a source until the timeout passes or the client disconnects. Then reading rejects
   * and the source is cancelled.
   *
   * @throws {RequestFailure} 408 after the timeout (RFC 9110, section 15.5.9), 400 if the client
   * disconnects
   */
  limit(source: AsyncIterator<Uint8Array>): AsyncIterator<Uint8Array> {
    this.#source = source;
    if (this.#failure) this.#cancel();
    return {
      next: () =>
        new Promise((resolve, reject) => {
          this.#reject = reject;
          if (this.#failure) reject(this.#failure);
          else source.next().then(resolve, reject);
        }),
      return: async () => {
        this.#cancel();
        return { done: true, value: undefined };
      },
    };
  }

  /** Cancels the source without waiting: one that is pending may only end with its connection. */
  #cancel(): void {
    this.#source?.return?.()?.catch(() => {});
  }

  readonly #onTimeout = (): void => this.#fail(new RequestFailure(408));
  readonly #onAbort = (): void => this.#fail(incompleteBody());

  #fail(failure: RequestFailure): void {
    this.#failure = failure;
    this.#reject?.(failure);
    this.#cancel();
  }
}
