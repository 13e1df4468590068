import { setTimeout } from "node:timers/promises";

/** The clock of a service; tests replace it. */
export interface Clock {
  now(): Date;
  /**
   * Waits for some milliseconds.
   *
   * @throws if `signal` is aborted
   */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => new Date(),
  wait: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
};
