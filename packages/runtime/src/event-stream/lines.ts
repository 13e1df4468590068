import { iterateBytes } from "../byte-stream.ts";
import type { ByteSource } from "../byte-stream.ts";

/**
 * Decodes a source of bytes as UTF-8 and gives what `read` makes of each piece of text. Leaving the
 * iteration early cancels the source; a byte order mark at the start is dropped.
 *
 * @param flush what is left when the source ends.
 */
export async function* decodePieces<Item>(
  source: ByteSource,
  read: (text: string) => readonly Item[],
  flush?: () => readonly Item[],
): AsyncGenerator<Item, void, undefined> {
  const decoder = new TextDecoder();
  for await (const bytes of { [Symbol.asyncIterator]: () => iterateBytes(source) }) {
    yield* read(decoder.decode(bytes, { stream: true }));
  }
  yield* read(decoder.decode());
  if (flush) yield* flush();
}

/**
 * The lines of a `application/jsonl` or `application/x-ndjson` body, blank ones left out; a last
 * line need not end in a line feed.
 */
export function decodeLines(source: ByteSource): AsyncGenerator<string, void, undefined> {
  let rest = "";
  const read = (text: string): string[] => {
    const [first = "", ...others] = text.split("\n");
    rest += first;
    if (others.length === 0) return [];
    const lines = [rest, ...others];
    rest = lines.pop() ?? "";
    return lines.filter((line) => line.trim() !== "");
  };
  return decodePieces(source, read, () => (rest.trim() === "" ? [] : [rest]));
}
