/** A stream of given items that can be read any number of times, as the body of a mock's answer. */
export class StreamItems<Item> implements AsyncIterable<Item> {
  readonly items: readonly Item[];

  constructor(items: readonly Item[]) {
    this.items = items;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    yield* this.items;
  }
}

/** A stream of given items that can be read any number of times, as the body of a mock's answer. */
export function streamOf<Item>(items: readonly Item[]): AsyncIterable<Item> {
  return new StreamItems(items);
}
