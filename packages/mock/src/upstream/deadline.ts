/** The time limit for another server's answer. Its signal also aborts when the client disconnects. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #client: AbortSignal | undefined;
  #isOver = false;

  /** @param milliseconds 0: no limit */
  constructor(milliseconds: number, client: AbortSignal | undefined) {
    this.#client = client;
    client?.addEventListener("abort", this.#leave, { once: true });
    if (client?.aborted) this.#leave();
    if (milliseconds === 0) return;
    this.#timer = setTimeout(() => {
      this.#isOver = true;
      this.#controller.abort();
    }, milliseconds);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** True if the time limit has passed. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Removes the time limit for the rest of the answer. */
  lift(): void {
    clearTimeout(this.#timer);
  }

  readonly #leave = (): void => {
    this.#controller.abort(this.#client?.reason);
  };
}
