import type { StageListener } from "../generate-types.ts";

/**
 * Measures the phases of a run. Each moment counts for the phase that was entered last and has not ended, so that
 * the times of all phases together are the time of the run: what is compiled on first use does not count for the
 * stage that used it, and a formatter's threads count where nothing else is done meanwhile.
 */
export class Phases {
  readonly #onEnter: (name: string) => void;
  readonly #now: () => number;
  readonly #times = new Map<string, number>();
  readonly #open: { readonly name: string }[] = [];
  #since = 0;

  /**
   * @param onEnter is called with the name of each phase that is entered
   * @param now reads a clock, in milliseconds
   */
  constructor(
    onEnter: (name: string) => void = () => {},
    now: () => number = () => performance.now(),
  ) {
    this.#onEnter = onEnter;
    this.#now = now;
  }

  /** Runs a phase, and returns what it returns. */
  readonly run = <Result>(name: string, work: () => Result): Result => {
    const leave = this.#enter(name);
    try {
      return work();
    } finally {
      leave();
    }
  };

  /** Runs a phase that others may interrupt, such as a stage or work of another thread. */
  readonly await = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const leave = this.#enter(name);
    try {
      return await work();
    } finally {
      leave();
    }
  };

  /** Reports each phase once, in the order in which they were first entered. */
  report(listener: StageListener | undefined): void {
    for (const [name, milliseconds] of this.#times) listener?.(name, milliseconds);
  }

  #enter(name: string): () => void {
    this.#count();
    this.#onEnter(name);
    const phase = { name };
    this.#open.push(phase);
    this.#times.set(name, this.#times.get(name) ?? 0);
    return () => {
      this.#count();
      this.#open.splice(this.#open.indexOf(phase), 1);
    };
  }

  /** Counts the time since the last change of phases for the one that is under way. */
  #count(): void {
    const now = this.#now();
    const name = this.#open.at(-1)?.name;
    if (name !== undefined) this.#times.set(name, (this.#times.get(name) ?? 0) + now - this.#since);
    this.#since = now;
  }
}
