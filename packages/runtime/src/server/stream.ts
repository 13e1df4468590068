import type { HttpResponse } from "./types.ts";

/** Whether the value can be iterated over, and is no text. */
export function isIterable(value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> {
  if (typeof value !== "object" || value === null) return false;
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}

/** Ends a body that nobody will read. */
export function leaveBody(body: HttpResponse["body"]): void {
  if (typeof body === "object" && Symbol.asyncIterator in body) {
    void body[Symbol.asyncIterator]().return?.();
  }
}

/** How a stream is written and watched over. */
export interface StreamOptions {
  readonly encode: (item: unknown) => string;
  /** Ends the stream: the client is gone. */
  readonly signal: AbortSignal | undefined;
  /** Told of an error that breaks the stream off. */
  readonly onError: (error: unknown) => void;
}

/**
 * Writes the items of a handler's stream. When the client is gone, `return()` is called on the
 * items at once and a waiting `next()` ends, even where the items themselves are waiting.
 */
export function encodeStream(
  items: AsyncIterable<unknown> | Iterable<unknown>,
  options: StreamOptions,
): AsyncIterableIterator<string> {
  return new EncodedStream(items, options);
}

class EncodedStream implements AsyncIterableIterator<string> {
  readonly #source: AsyncIterator<unknown> | Iterator<unknown>;
  readonly #options: StreamOptions;
  readonly #stop = (): void => void this.return();
  #waiting: ((result: IteratorResult<string>) => void) | undefined;
  #ended = false;

  constructor(items: AsyncIterable<unknown> | Iterable<unknown>, options: StreamOptions) {
    this.#source =
      Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
    this.#options = options;
    if (options.signal?.aborted) void this.return();
    else options.signal?.addEventListener("abort", this.#stop, { once: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<string>> {
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => {
      this.#waiting = resolve;
      this.#pull().then(resolve, reject);
    });
  }

  async #pull(): Promise<IteratorResult<string>> {
    let isPulled = false;
    try {
      const { done, value } = await this.#source.next();
      isPulled = true;
      if (this.#ended) return { done: true, value: undefined };
      if (!done) return { done: false, value: this.#options.encode(value) };
      this.#end();
      return { done: true, value: undefined };
    } catch (error) {
      if (this.#ended) return { done: true, value: undefined };
      this.#end();
      if (isPulled) this.#release();
      this.#options.onError(error);
      throw error;
    }
  }

  return(): Promise<IteratorResult<string>> {
    if (!this.#ended) {
      this.#end();
      this.#waiting?.({ done: true, value: undefined });
      this.#release();
    }
    return Promise.resolve({ done: true, value: undefined });
  }

  #release(): void {
    const release = async (): Promise<void> => void (await this.#source.return?.());
    release().catch(this.#options.onError);
  }

  #end(): void {
    this.#ended = true;
    this.#options.signal?.removeEventListener("abort", this.#stop);
  }
}
