import { setTimeout } from "node:timers/promises";

/** The time of a service: what it is, and waiting. Tests have one of their own. */
export interface Clock {
  now(): Date;
  /**
   * Waits for some milliseconds.
   *
   * @throws when `signal` is aborted
   */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** The time of the machine. */
export const systemClock: Clock = {
  now: () => new Date(),
  wait: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
};
