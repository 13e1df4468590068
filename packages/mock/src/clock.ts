/** The time of a mock: what it is, and waiting. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Waits for some milliseconds.
   *
   * @throws the signal's reason, when it is aborted
   */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The longest time of a timer, 31 bits of milliseconds; with a longer one Node does not wait at all. */
const longest = 0x7fff_ffff;

/** The time of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const abort = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener("abort", abort);
          resolve();
        },
        Math.min(milliseconds, longest),
      );
      signal?.addEventListener("abort", abort, { once: true });
    }),
};
