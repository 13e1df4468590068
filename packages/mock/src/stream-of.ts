/** A stream of given items, as the body of a mock's answer. It can be read several times. */
export class StreamItems<Item> implements AsyncIterable<Item> {
  readonly items: readonly Item[];

  constructor(items: readonly Item[]) {
    this.items = items;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    yield* this.items;
  }
}

/** Creates a stream of given items, as the body of a mock's answer. It can be read several times. */
export function streamOf<Item>(items: readonly Item[]): AsyncIterable<Item> {
  return new StreamItems(items);
}
