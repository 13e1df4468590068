/** How long something may take. */
export interface Time {
  /** Aborts when time is over: it has run out, or the caller gave up. */
  readonly signal: AbortSignal;
  /** Tells that something goes on after this: time no longer runs out, but the caller can still give up. */
  detach(): void;
  /** Called when what was detached has ended, for the caller's signal to be forgotten. */
  release(): unknown;
}

/**
 * Does something until it is done, time runs out or the caller gives up, whichever is first: it
 * settles at once, whatever becomes of the signal. What has failed is aborted, so that no connection stays.
 *
 * @param limit in milliseconds
 * @param late what it throws when time runs out.
 */
export function within<Result>(
  caller: AbortSignal | undefined,
  limit: number,
  late: () => Error,
  work: (time: Time) => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    caller?.throwIfAborted();
    const controller = new AbortController();
    let isDetached = false;
    const fail = (reason: unknown): void => {
      release();
      reject(reason);
      controller.abort(reason);
    };
    const stop = (): void => fail(caller?.reason);
    // Timers take 32 bits; what is beyond them would run out at once.
    const timer = limit < 2 ** 31 ? setTimeout(() => fail(late()), limit) : undefined;
    const release = (): void => {
      clearTimeout(timer);
      caller?.removeEventListener("abort", stop);
    };
    const detach = (): void => {
      isDetached = true;
      clearTimeout(timer);
    };
    caller?.addEventListener("abort", stop);
    work({ signal: controller.signal, detach, release: () => isDetached && release() }).then(
      (result) => {
        if (!isDetached) release();
        return resolve(result);
      },
      fail,
    );
  });
}
