import type { Clock } from "@openapi-packages/mock";

/** Milliseconds between the items of a stream, by which the clock knows what is waited for. */
export const interval = 77;

/** Milliseconds that an answer takes which is not waited for. */
export const latency = 3_600_000;

/** The client's time for an attempt, by which its timer is known. */
export const timeLimit = 7_654_321;

/**
 * The time of a mock under test, in which nothing is slow: the n-th wait between items of a stream is
 * over when its client has had n of them, that of a latency never, any other at once.
 */
export class TestClock implements Clock {
  #time = 0;
  #waits = 0;
  #received = 0;
  #waiting: { readonly number: number; readonly resolve: () => void } | undefined;
  readonly #onLate: () => void;

  /** @param onLate told when an answer begins to be late. */
  constructor(onLate: () => void) {
    this.#onLate = onLate;
  }

  now(): number {
    return this.#time;
  }

  /** Begins anew, for the next call. */
  reset(): void {
    this.#waits = 0;
    this.#received = 0;
  }

  /** The client has had another item. */
  receive(): void {
    this.#received += 1;
    if (this.#waiting?.number === this.#received) this.#waiting.resolve();
  }

  async wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (milliseconds === latency || milliseconds === interval) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      if (milliseconds === latency) this.#onLate();
      else this.#await(resolve);
      await promise;
    }
    this.#time += milliseconds;
  }

  #await(resolve: () => void): void {
    this.#waits += 1;
    if (this.#received >= this.#waits) resolve();
    else this.#waiting = { number: this.#waits, resolve };
  }
}

/** Holds the timers of the client's attempts, for a test to let time run out when it wants. */
export class HeldTimers {
  #run: (() => void) | undefined;

  /** `setTimeout`, which keeps what an attempt's timer runs. */
  readonly start = (original: typeof setTimeout): typeof setTimeout => {
    const held = (run: () => void, milliseconds?: number, ...given: unknown[]): unknown => {
      if (milliseconds === timeLimit) this.#run = run;
      return Reflect.apply(original, undefined, [run, milliseconds, ...given]);
    };
    return Object.assign(held as typeof setTimeout, original);
  };

  /** Lets the time of the attempt run out that has begun last. */
  readonly expire = (): void => this.#run?.();
}
