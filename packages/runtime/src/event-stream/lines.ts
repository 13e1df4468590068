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
 * Reads lines piece by piece, blank ones left out. The record separator before a text of
 * `application/json-seq` is no part of it (RFC 7464, section 2.2).
 */
export class LineParser {
  #rest = "";

  /** Takes the next piece of the decoded text and gives the lines that it completes. */
  push(text: string): string[] {
    const [first = "", ...others] = text.split("\n");
    this.#rest += first;
    if (others.length === 0) return [];
    const lines = [this.#rest, ...others];
    this.#rest = lines.pop() ?? "";
    return lines.flatMap(textOf);
  }

  /** The last line, which need not end in a line feed. */
  end(): string[] {
    return textOf(this.#rest);
  }
}

function textOf(line: string): string[] {
  const text = line.startsWith("\x1e") ? line.slice(1) : line;
  return text.trim() === "" ? [] : [text];
}

/** The lines of an `application/jsonl`, `application/x-ndjson` or `application/json-seq` body. */
export function decodeLines(source: ByteSource): AsyncGenerator<string, void, undefined> {
  const parser = new LineParser();
  return decodePieces(
    source,
    (text) => parser.push(text),
    () => parser.end(),
  );
}
