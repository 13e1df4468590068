/** Items in the order in which they came, to be read from the start or followed as they come. */
export class EventLog<Item> {
  readonly #items: Item[] = [];
  #isClosed = false;
  #followers = 0;
  #changed = Promise.withResolvers<void>();

  get items(): readonly Item[] {
    return this.#items;
  }

  /** How many follow it now. */
  get followers(): number {
    return this.#followers;
  }

  append(item: Item): void {
    this.#items.push(item);
    this.#wake();
  }

  /** Says that nothing comes any more. */
  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  /** Gives the items from a place on, then each when it comes, until the log or the signal ends it. */
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
