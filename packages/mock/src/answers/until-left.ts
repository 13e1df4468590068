/**
 * Creates an iterable whose iteration ends as soon as it is left or a signal aborts, even while it waits. The
 * generator receives a signal for its waits, and may throw that signal's reason.
 */
export function untilLeft<Item>(
  generate: (signal: AbortSignal) => AsyncGenerator<Item, void, undefined>,
  outer: AbortSignal | undefined,
): AsyncIterable<Item> {
  return {
    [Symbol.asyncIterator]: () => new LeavableIterator(generate, outer),
  };
}

class LeavableIterator<Item> implements AsyncIterator<Item, void, undefined> {
  readonly #inner: AsyncGenerator<Item, void, undefined>;
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #stop = (): void => this.#controller.abort(this.#outer?.reason);

  constructor(
    generate: (signal: AbortSignal) => AsyncGenerator<Item, void, undefined>,
    outer: AbortSignal | undefined,
  ) {
    this.#outer = outer;
    this.#inner = generate(this.#controller.signal);
    if (outer?.aborted) this.#stop();
    else outer?.addEventListener("abort", this.#stop, { once: true });
  }

  async next(): Promise<IteratorResult<Item, void>> {
    const { signal } = this.#controller;
    if (signal.aborted) return this.return();
    try {
      const result = await this.#inner.next();
      if (result.done === true) this.#forget();
      return result;
    } catch (error) {
      this.#forget();
      if (signal.aborted) return { done: true, value: undefined };
      throw error;
    }
  }

  async return(): Promise<IteratorResult<Item, void>> {
    this.#forget();
    this.#controller.abort();
    await this.#inner.return().catch(() => {});
    return { done: true, value: undefined };
  }

  #forget(): void {
    this.#outer?.removeEventListener("abort", this.#stop);
  }
}
