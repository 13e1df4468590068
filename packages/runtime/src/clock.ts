/** Waits. Tests pass one that needs no real time. */
export interface Waiter {
  /**
   * Waits for some milliseconds.
   *
   * @throws the signal's reason when it aborts
   */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Tells the time and waits. */
export interface Clock extends Waiter {
  /** Returns the time in milliseconds since 1970. */
  now(): number;
}
