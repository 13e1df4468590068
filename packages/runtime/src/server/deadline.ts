import { RequestFailure } from "./failure.ts";

/** The time that a request body has to arrive in. */
export class Deadline {
  readonly #milliseconds: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;
  #refuse: ((failure: RequestFailure) => void) | undefined;
  #source: AsyncIterator<Uint8Array> | undefined;

  /** @param milliseconds from now on; `0`: without end */
  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
    this.start();
  }

  /** Starts anew. */
  start(): void {
    if (this.#milliseconds > 0) this.#timer = setTimeout(this.#end, this.#milliseconds);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /**
   * The pieces of a source, as long as they come in time; after that asking for the next one rejects,
   * and the source is left.
   *
   * @throws {RequestFailure} 408 (RFC 9110, 15.5.9)
   */
  limit(source: AsyncIterator<Uint8Array>): AsyncIterator<Uint8Array> {
    this.#source = source;
    return {
      next: () =>
        new Promise((resolve, reject) => {
          this.#refuse = reject;
          if (this.#isOver) reject(new RequestFailure(408));
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

  readonly #end = (): void => {
    this.#isOver = true;
    this.#refuse?.(new RequestFailure(408));
    this.#leave();
  };
}
