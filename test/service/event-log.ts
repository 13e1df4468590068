/** An append-only list whose items can be read or followed as they are appended. */
export class EventLog<Item> {
  readonly #items: Item[] = [];
  #isClosed = false;
  #followers = 0;
  #changed = Promise.withResolvers<void>();

  get items(): readonly Item[] {
    return this.#items;
  }

  /** The number of current followers. */
  get followers(): number {
    return this.#followers;
  }

  append(item: Item): void {
    this.#items.push(item);
    this.#wake();
  }

  /** Ends the log for its followers. */
  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  /** Yields the items from an index, then new ones, until the log is closed or the signal aborts. */
  async *follow(start: number, signal: AbortSignal): AsyncGenerator<Item, void, undefined> {
    const wake = (): void => this.#wake();
    signal.addEventListener("abort", wake);
    this.#followers += 1;
    try {
      for (let index = start; !signal.aborted;) {
        const item = this.#items[index];
        if (item !== undefined) {
          yield item;
          index += 1;
        } else if (this.#isClosed) return;
        else await this.#changed.promise;
      }
    } finally {
      this.#followers -= 1;
      signal.removeEventListener("abort", wake);
    }
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
