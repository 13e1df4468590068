/** The time limit of some work. */
export interface TimeLimit {
  /** Aborts when the time limit passes or the caller aborts. */
  readonly signal: AbortSignal;
  /** Removes the time limit for the remaining work. The caller can still abort. */
  detach(): void;
  /** Called when the remaining work has ended, to remove the listener from the caller's signal. */
  release(): unknown;
}

/**
 * Does some work until it is done, the time limit passes or the caller aborts, and settles at once even if
 * the work ignores the signal. Failed work is aborted, so that no connection stays open.
 *
 * @param limit in milliseconds
 * @param timeoutError creates the error for the time limit.
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
    // Timers have 32 bits; a longer delay would fire at once.
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
