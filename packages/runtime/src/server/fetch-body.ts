import type { CollectableBytes } from "./collect-body.ts";
import type { DiscardLimits } from "./connection-options.ts";
import { incompleteBody, RequestFailure } from "./failure.ts";

/**
 * The body of a `Request`. Leaving its iteration early does not cancel it, because a runtime may then close
 * the connection and lose the answer. Instead the rest is read and discarded within the limits, and so is a
 * body that is unread when the answer is given.
 */
export class FetchBody implements AsyncIterable<Uint8Array> {
  readonly #stream: () => ReadableStream<Uint8Array> | null;
  readonly #limits: DiscardLimits;

  /** @param stream returns the body, the same one each time; `null` if there is none */
  constructor(stream: () => ReadableStream<Uint8Array> | null, limits: DiscardLimits) {
    this.#stream = stream;
    this.#limits = limits;
  }

  /** Discards the body if nobody has started to read it. */
  discardUnread(): void {
    const stream = this.#stream();
    if (stream?.locked === false) this.#discard(stream.getReader()).catch(() => {});
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    const reader = (this.#stream() ?? new ReadableStream(ended)).getReader();
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

const ended: UnderlyingDefaultSource<Uint8Array> = {
  start(controller) {
    controller.close();
  },
};

/**
 * The body of an object that stands in for a `Request`. If the connection knows its length, it is read as a
 * whole, without creating a stream or the `Request`.
 */
export class StandInBody extends FetchBody implements CollectableBytes {
  readonly #request: () => Request;
  #isTaken = false;

  constructor(request: () => Request, limits: DiscardLimits) {
    super(() => request().body, limits);
    this.#request = request;
  }

  override discardUnread(): void {
    if (!this.#isTaken) super.discardUnread();
  }

  collect(limit: number, timeout: number): Promise<Uint8Array> | undefined {
    const request = this.#request();
    if (!/^\d+$/.test(request.headers.get("content-length") ?? "")) return undefined;
    this.#isTaken = true;
    return new Promise((resolve, reject) => {
      const onTimeout = (): void => reject(new RequestFailure(408));
      const timer = timeout > 0 ? setTimeout(onTimeout, timeout) : undefined;
      const onBytes = (buffer: ArrayBuffer): void => {
        clearTimeout(timer);
        if (buffer.byteLength > limit) reject(new RequestFailure(413));
        else resolve(new Uint8Array(buffer));
      };
      const onError = (): void => {
        clearTimeout(timer);
        reject(incompleteBody());
      };
      request.arrayBuffer().then(onBytes, onError);
    });
  }
}
