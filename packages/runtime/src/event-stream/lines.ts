import { iterateBytes } from "../byte-stream.ts";
import type { ByteSource } from "../byte-stream.ts";
import { createUtf8Decoder } from "../charset.ts";

/**
 * Decodes a source of bytes as UTF-8, without a byte order mark, and yields the items that `read` makes
 * of each chunk of text. Ending the iteration early cancels the source.
 *
 * @param flush returns the remaining items when the source ends
 * @param fatal `false` to replace what is not UTF-8 by U+FFFD
 * @throws {CharsetError} if the bytes are not UTF-8
 */
export async function* decodeChunks<Item>(
  source: ByteSource,
  read: (text: string) => readonly Item[],
  flush?: () => readonly Item[],
  fatal?: boolean,
): AsyncGenerator<Item, void, undefined> {
  const decode = createUtf8Decoder(fatal);
  for await (const bytes of { [Symbol.asyncIterator]: () => iterateBytes(source) }) {
    yield* read(decode(bytes));
  }
  yield* read(decode(undefined));
  if (flush) yield* flush();
}

/**
 * Parses lines incrementally, without blank ones and without the record separators of
 * `application/json-seq` (RFC 7464, section 2.2).
 */
export class LineParser {
  #rest = "";

  /** Takes the next chunk of decoded text and returns the lines that it completes. */
  push(text: string): string[] {
    const [first = "", ...others] = text.split("\n");
    this.#rest += first;
    if (others.length === 0) return [];
    const lines = [this.#rest, ...others];
    this.#rest = lines.pop() ?? "";
    return lines.flatMap(textOf);
  }

  /** Returns the last line, which need not end in a line feed. */
  end(): string[] {
    return textOf(this.#rest);
  }
}

function textOf(line: string): string[] {
  const text = line.startsWith("\x1e") ? line.slice(1) : line;
  return text.trim() === "" ? [] : [text];
}

/** Reads the lines of an `application/jsonl`, `application/x-ndjson` or `application/json-seq` body. */
export function decodeLines(source: ByteSource): AsyncGenerator<string, void, undefined> {
  const parser = new LineParser();
  return decodeChunks(
    source,
    (text) => parser.push(text),
    () => parser.end(),
  );
}
