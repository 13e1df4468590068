import { cutOff, RequestFailure } from "./failure.ts";

/** The time that a request body has to arrive in, and the client to be there. */
export class Deadline {
  readonly #milliseconds: number;
  readonly #signal: AbortSignal | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #end: RequestFailure | undefined;
  #refuse: ((failure: RequestFailure) => void) | undefined;
  #source: AsyncIterator<Uint8Array> | undefined;

  /**
   * @param milliseconds from now on; `0`: without end
   * @param signal aborts when the client is gone
   */
  constructor(milliseconds: number, signal?: AbortSignal) {
    this.#milliseconds = milliseconds;
    this.#signal = signal;
    this.start();
  }

  /** Starts anew. */
  start(): void {
    if (this.#milliseconds > 0) this.#timer = setTimeout(this.#refuseLate, this.#milliseconds);
    if (this.#signal?.aborted) this.#refuseGone();
    else this.#signal?.addEventListener("abort", this.#refuseGone, { once: true });
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener("abort", this.#refuseGone);
  }

  /**
   * The pieces of a source, as long as they come in time; after that, and once the client is gone,
   * asking for the next one rejects, and the source is left.
   *
   * @throws {RequestFailure} 408 (RFC 9110, 15.5.9); 400 when the client is gone
   */
  limit(source: AsyncIterator<Uint8Array>): AsyncIterator<Uint8Array> {
    this.#source = source;
    if (this.#end) this.#leave();
    return {
      next: () =>
        new Promise((resolve, reject) => {
          this.#refuse = reject;
          if (this.#end) reject(this.#end);
          else source.next().then(resolve, reject);
        }),
      return: async () => {
        this.#leave();
        return { done: true, value: undefined };
      },
    };
  }

  /** A source that is waiting may end with its connection alone: nobody waits for that. */
  #leave(): void {
    this.#source?.return?.()?.catch(() => {});
  }

  readonly #refuseLate = (): void => this.#refuseAll(new RequestFailure(408));
  readonly #refuseGone = (): void => this.#refuseAll(cutOff());

  #refuseAll(failure: RequestFailure): void {
    this.#end = failure;
    this.#refuse?.(failure);
    this.#leave();
  }
}
