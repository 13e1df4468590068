import type { Clock } from "../../src/clock.ts";

/** A clock that stands still until it is moved. */
export class ManualClock implements Clock {
  #now: number;
  readonly #waiting = new Set<{ readonly due: number; readonly resolve: () => void }>();

  constructor(now = Date.UTC(2025, 0, 1)) {
    this.#now = now;
  }

  /** How many wait for a time. */
  get waiting(): number {
    return this.#waiting.size;
  }

  now(): number {
    return this.#now;
  }

  wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const abort = (): void => {
        this.#waiting.delete(entry);
        reject(signal?.reason);
      };
      const end = (): void => {
        signal?.removeEventListener("abort", abort);
        resolve();
      };
      const entry = { due: this.#now + milliseconds, resolve: end };
      this.#waiting.add(entry);
      signal?.addEventListener("abort", abort, { once: true });
    });
  }

  /** Lets time pass, and whoever waits for it go on. */
  async advance(milliseconds: number): Promise<void> {
    this.#now += milliseconds;
    for (const entry of this.#waiting) {
      if (entry.due > this.#now) continue;
      this.#waiting.delete(entry);
      entry.resolve();
    }
    await nextTurn();
  }
}

/** Lets everything run that waits for nothing. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
