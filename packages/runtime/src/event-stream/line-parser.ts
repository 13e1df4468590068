import { LineSplitter } from "./lines.ts";

/**
 * Parses lines incrementally. It drops blank lines and a leading record separator. JSON is UTF-8 (RFC 8259,
 * section 8.1).
 *
 * @throws {CharsetError} from `push` and `end`, if a line is not UTF-8
 */
export class LineParser {
  readonly #maxItemBytes: number;
  readonly #splitter = new LineSplitter(false, true);
  #isTooLarge = false;

  /** @param maxItemBytes the maximum size of a line */
  constructor(maxItemBytes: number) {
    this.#maxItemBytes = maxItemBytes;
  }

  /** True after a line has exceeded its limit. Nothing is read any more. */
  get isTooLarge(): boolean {
    return this.#isTooLarge;
  }

  /** Takes the next chunk and returns the lines that it completes. */
  push(chunk: Uint8Array): string[] {
    const texts: string[] = [];
    if (this.#isTooLarge) return texts;
    this.#splitter.push(chunk, (text, bytes) => this.#take(text, bytes, texts));
    if (this.#splitter.pendingBytes > this.#maxItemBytes) this.#isTooLarge = true;
    if (this.#isTooLarge) this.#splitter.clear();
    return texts;
  }

  /** Returns the last line. It may lack its line feed. */
  end(): string[] {
    const texts: string[] = [];
    if (!this.#isTooLarge) this.#splitter.end((text, bytes) => this.#take(text, bytes, texts));
    return texts;
  }

  #take(text: string, bytes: number, texts: string[]): boolean {
    this.#isTooLarge = bytes - 1 > this.#maxItemBytes;
    if (this.#isTooLarge) return false;
    const item = text.startsWith("\x1e") ? text.slice(1) : text;
    if (item.trim() !== "") texts.push(item);
    return true;
  }
}
