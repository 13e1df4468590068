import type { Clock } from "./clock.ts";

/** A clock that can be advanced, which shortens waits. */
export class OffsetClock implements Clock {
  readonly #base: Clock;
  #offset = 0;
  #moved = new AbortController();

  constructor(base: Clock) {
    this.#base = base;
  }

  now(): number {
    return this.#base.now() + this.#offset;
  }

  /** Advances the clock by some milliseconds. */
  advance(milliseconds: number): void {
    this.#offset += milliseconds;
    const moved = this.#moved;
    this.#moved = new AbortController();
    moved.abort();
  }

  async wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
    const due = this.now() + milliseconds;
    for (let left = milliseconds; left > 0; left = due - this.now())
      if (!(await this.#isMoved(left, signal))) return;
  }

  /**
   * Waits.
   *
   * @returns true if the clock was advanced before the time had passed.
   */
  async #isMoved(milliseconds: number, signal: AbortSignal | undefined): Promise<boolean> {
    const moved = this.#moved.signal;
    // React Native has no `AbortSignal.any`.
    const either = new AbortController();
    const stop = (): void => either.abort(signal?.aborted ? signal.reason : moved.reason);
    for (const one of [moved, signal]) one?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) stop();
    try {
      await this.#base.wait(milliseconds, either.signal);
      return false;
    } catch (error) {
      if (signal?.aborted || !moved.aborted) throw error;
      return true;
    } finally {
      for (const one of [moved, signal]) one?.removeEventListener("abort", stop);
    }
  }
}
