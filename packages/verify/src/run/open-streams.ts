import type { VerifiedOperation } from "../description/verified-api.ts";

/** How long a stream without a described end may be silent before it is not read further, in milliseconds. */
const longestSilence = 1000;

/** The same for a stream that went on when it was read before. */
const silenceOfOpen = 200;

/**
 * Decides how long streams are read, which may never end. Those whose end is described are read until it comes;
 * after one has not ended, its operation is not waited for again.
 */
export class OpenStreams {
  /** The identifiers of operations whose stream did not end. */
  readonly #open = new Set<string>();

  /**
   * Returns the time in milliseconds without a byte after which an answer is not read further; `undefined` for
   * no such time.
   */
  silenceOf({ id, model }: VerifiedOperation): number | undefined {
    const streams = model.responses.flatMap(({ content }) =>
      content.filter(({ stream }) => stream !== undefined),
    );
    if (streams.length === 0) return undefined;
    if (this.#open.has(id)) return silenceOfOpen;
    return streams.some(({ ends }) => ends !== undefined) ? undefined : longestSilence;
  }

  /** Records that reading an answer stopped before its end. */
  noteOpen({ id }: VerifiedOperation): void {
    this.#open.add(id);
  }
}
