/** Counts the requests that a server is handling, so that `close` can wait for them. */
export class ActiveRequests {
  #count = 0;
  #onIdle: (() => void)[] = [];

  start(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count > 0 || this.#onIdle.length === 0) return;
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  /** Resolves when no request is active. */
  whenIdle(): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onIdle.push(resolve);
    });
  }
}
