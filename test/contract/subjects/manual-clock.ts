import type { Clock } from "../../service/clock.ts";

interface Waiting {
  readonly due: number;
  readonly resolve: () => void;
}

/** A time that passes when it is told to. */
export class ManualClock implements Clock {
  #now = Date.parse("2025-03-07T09:00:00Z");
  readonly #waiting = new Set<Waiting>();
  #begun = Promise.withResolvers<void>();

  now(): Date {
    return new Date(this.#now);
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.size;
  }

  wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const waiting = { due: this.#now + milliseconds, resolve };
      this.#waiting.add(waiting);
      signal.addEventListener("abort", () => {
        this.#waiting.delete(waiting);
        reject(signal.reason);
      });
      this.#begun.resolve();
    });
  }

  /** Lets so much time pass, whoever waits. */
  pass(milliseconds: number): void {
    this.#now += milliseconds;
  }

  /** Lets time pass until whoever waits the least has waited; before that, waits for one to wait. */
  async step(): Promise<void> {
    while (this.#waiting.size === 0) {
      this.#begun = Promise.withResolvers();
      await this.#begun.promise;
    }
    const [next] = [...this.#waiting].toSorted((left, right) => left.due - right.due);
    if (next === undefined) return;
    this.#waiting.delete(next);
    this.#now = Math.max(this.#now, next.due);
    next.resolve();
  }
}
