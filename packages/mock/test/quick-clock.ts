import type { Clock } from "../src/clock.ts";

/** A clock whose waits are over as soon as they begin; it keeps how long they were. */
export class QuickClock implements Clock {
  readonly waits: number[] = [];
  #time = 0;

  now(): number {
    return this.#time;
  }

  async wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
    this.waits.push(milliseconds);
    signal?.throwIfAborted();
    this.#time += milliseconds;
  }
}

/** A clock that stands still: whoever waits does so until it is given up. It counts them. */
export class StillClock implements Clock {
  pending = 0;

  now(): number {
    return 0;
  }

  wait(_milliseconds: number, signal?: AbortSignal): Promise<void> {
    this.pending += 1;
    return new Promise((_, reject) => {
      signal?.addEventListener("abort", () => {
        this.pending -= 1;
        reject(signal.reason);
      });
    });
  }
}
