import { createUtf8Decoder } from "../charset.ts";
import { PendingBytes } from "./pending-bytes.ts";

const recordSeparator = 0x1e;
const lineFeed = 10;
const backslash = 92;
const quote = 34;
const openingBrace = 0x7b;
const closingBrace = 0x7d;

/** The last characters of texts that say themselves where they end: those of objects, lists and strings. */
const ends: ReadonlySet<number> = new Set([closingBrace, 0x5d, quote]);

const isSpace = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13);

/**
 * Parses a JSON text sequence incrementally (RFC 7464): each text begins with a record separator and ends in
 * a line feed. A text may have several lines, and may lack its record separator. What the record separator of the
 * next text cuts off is dropped (section 2.3), and so are numbers and words without white space behind them,
 * which may have lost their end (section 2.4).
 *
 * @throws {CharsetError} of `push` and `end`, if a text is not UTF-8
 */
export class JsonSequenceParser {
  readonly #maxItemBytes: number;
  readonly #decode = createUtf8Decoder(true);
  readonly #pending = new PendingBytes();
  #isTooLarge = false;
  /** The objects and lists that are open. */
  #depth = 0;
  #isString = false;
  #isEscape = false;
  /** The last byte of the text that is not white space; `0`: there is none yet. */
  #last = 0;
  #endsInSpace = false;

  /** @param maxItemBytes the most bytes of a text */
  constructor(maxItemBytes: number) {
    this.#maxItemBytes = maxItemBytes;
  }

  /** True once a text has exceeded its limit; then nothing is read any more. */
  get isTooLarge(): boolean {
    return this.#isTooLarge;
  }

  /** Takes the next chunk and returns the texts that it completes. */
  push(chunk: Uint8Array): string[] {
    const texts: string[] = [];
    if (this.#isTooLarge) return texts;
    let start = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index] as number;
      const isEnd = byte === recordSeparator || (byte === lineFeed && this.#isComplete);
      if (!isEnd) {
        this.#look(byte);
        continue;
      }
      this.#pending.add(chunk.subarray(start, index));
      start = index + 1;
      if (!this.#take(byte === lineFeed ? "line" : "separator", texts)) return texts;
    }
    this.#pending.add(chunk.subarray(start));
    if (this.#pending.length > this.#maxItemBytes) this.#isTooLarge = true;
    if (this.#isTooLarge) this.#pending.take();
    return texts;
  }

  /** Returns the last text, which need not end in a line feed where it says itself where it ends. */
  end(): string[] {
    const texts: string[] = [];
    if (!this.#isTooLarge) this.#take("end", texts);
    return texts;
  }

  /** True if the text so far has all of its brackets and quotes. */
  get #isComplete(): boolean {
    return this.#depth <= 0 && !this.#isString;
  }

  #look(byte: number): void {
    this.#endsInSpace = isSpace(byte);
    if (!this.#endsInSpace) this.#last = byte;
    if (this.#isEscape) this.#isEscape = false;
    else if (this.#isString && byte === backslash) this.#isEscape = true;
    else if (byte === quote) this.#isString = !this.#isString;
    // Brackets differ from braces by a bit.
    else if (!this.#isString && (byte | 0x20) === openingBrace) this.#depth += 1;
    else if (!this.#isString && (byte | 0x20) === closingBrace) this.#depth -= 1;
  }

  /** @returns false once a text has exceeded its limit */
  #take(end: "line" | "separator" | "end", texts: string[]): boolean {
    const bytes = this.#pending.length;
    const taken = this.#pending.take();
    const isDelimited = ends.has(this.#last) || this.#endsInSpace || end === "line";
    // What the end of the source cuts off is no JSON, which its reader reports.
    const isTaken = this.#last !== 0 && (this.#isComplete ? isDelimited : end === "end");
    this.#depth = 0;
    this.#last = 0;
    this.#isString = this.#isEscape = this.#endsInSpace = false;
    this.#isTooLarge = bytes > this.#maxItemBytes;
    if (this.#isTooLarge) return false;
    if (isTaken) texts.push(this.#decode(taken).replace(/^\ufeff/, ""));
    return true;
  }
}
