/** The time in which something has to be done. */
export interface TimeLimit {
  /** Aborts when time is over: it has run out, or the caller gave up. */
  readonly signal: AbortSignal;
  /** Lets something go on after this: time no longer runs out, but the caller can still give up. */
  detach(): void;
  /** Called when what was detached has ended, for the caller's signal to be forgotten. */
  release(): unknown;
}

/**
 * Does something until it is done, time runs out or the caller gives up, whichever is first: the
 * promise settles at once, whatever becomes of the signal. Failed work is aborted, so that no connection stays.
 *
 * @param limit in milliseconds
 * @param timeoutError the error to throw when time runs out.
 */
export function withTimeout<Result>(
  caller: AbortSignal | undefined,
  limit: number,
  timeoutError: () => Error,
  work: (time: TimeLimit) => Promise<Result>,
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
    const timer = limit < 2 ** 31 ? setTimeout(() => fail(timeoutError()), limit) : undefined;
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
