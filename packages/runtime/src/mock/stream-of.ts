/** A stream of given items that can be read any number of times, as the body of a mock's answer. */
export function streamOf<Item>(items: readonly Item[]): AsyncIterable<Item> {
  return {
    async *[Symbol.asyncIterator]() {
      yield* items;
    },
  };
}
