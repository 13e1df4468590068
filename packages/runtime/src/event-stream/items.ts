import { iterateBytes } from "../byte-stream.ts";
import type { ByteSource } from "../byte-stream.ts";

/** Parses the bytes of a stream into items as they arrive. */
export interface ItemParser<Item> {
  /** True once an item has exceeded its limit. */
  readonly isTooLarge: boolean;
  push(chunk: Uint8Array): Item[];
  /** Returns the items that the end of the source completes. */
  end?(): Item[];
}

/**
 * Yields the items of a source. Ending the iteration early cancels the source.
 *
 * @param tooLarge makes the error to throw behind the last item before one that is too large
 */
export async function* decodeItems<Item>(
  source: ByteSource,
  parser: ItemParser<Item>,
  tooLarge: () => Error,
): AsyncGenerator<Item, void, undefined> {
  for await (const bytes of { [Symbol.asyncIterator]: () => iterateBytes(source) }) {
    // `yield*` of an array takes three times as long.
    for (const item of parser.push(bytes)) yield item;
    if (parser.isTooLarge) throw tooLarge();
  }
  for (const item of parser.end?.() ?? []) yield item;
}
