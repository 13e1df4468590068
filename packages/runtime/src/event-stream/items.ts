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
 * @param tooLarge creates the error for an item that is too large. The items before it are yielded first.
 */
export async function* decodeItems<Item>(
  source: ByteSource,
  parser: ItemParser<Item>,
  tooLarge: () => Error,
): AsyncGenerator<Item, void, undefined> {
  for await (const bytes of { [Symbol.asyncIterator]: () => iterateBytes(source) }) {
    // `yield*` of an array is three times slower.
    for (const item of parser.push(bytes)) yield item;
    if (parser.isTooLarge) throw tooLarge();
  }
  for (const item of parser.end?.() ?? []) yield item;
}
