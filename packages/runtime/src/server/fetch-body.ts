import type { DiscardLimits } from "./connection-options.ts";

/**
 * The body of a `Request`. Leaving its iteration early does not cancel it: a runtime that closes the
 * connection for that loses the answer. The rest is read and discarded within the limits, as is a body
 * that nobody has read when the answer is given.
 */
export class FetchBody implements AsyncIterable<Uint8Array> {
  readonly #body: ReadableStream<Uint8Array>;
  readonly #limits: DiscardLimits;

  constructor(body: ReadableStream<Uint8Array>, limits: DiscardLimits) {
    this.#body = body;
    this.#limits = limits;
  }

  /** Discards the body if nobody has begun to read it. */
  discardUnread(): void {
    if (!this.#body.locked) this.#discard(this.#body.getReader()).catch(() => {});
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    const reader = this.#body.getReader();
    return {
      async next() {
        const { done, value } = await reader.read();
        return done ? { done: true, value: undefined } : { done: false, value };
      },
      return: () => {
        this.#discard(reader).catch(() => {});
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }

  async #discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    const { maxDiscardedBytes, discardTimeout, discardIdleTimeout } = this.#limits;
    const cancel = (): void => void reader.cancel().catch(() => {});
    const total = setTimeout(cancel, discardTimeout);
    try {
      for (let rest = maxDiscardedBytes; rest >= 0;) {
        const idle = setTimeout(cancel, discardIdleTimeout);
        const { done, value } = await reader.read().finally(() => clearTimeout(idle));
        if (done) return;
        rest -= value.length;
      }
      cancel();
    } finally {
      clearTimeout(total);
    }
  }
}
