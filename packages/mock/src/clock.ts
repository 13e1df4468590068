import type { Clock } from "@openapi-packages/runtime";

export type { Clock } from "@openapi-packages/runtime";

/** The longest delay of a timer, 31 bits of milliseconds. With a longer one Node does not wait at all. */
const longest = 0x7fff_ffff;

/** The clock of the machine. */
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
