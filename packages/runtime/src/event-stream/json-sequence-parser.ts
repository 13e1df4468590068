import { createUtf8Decoder } from "../charset.ts";
import { PendingBytes } from "./pending-bytes.ts";

const recordSeparator = 0x1e;
const lineFeed = 10;
const backslash = 92;
const quote = 34;
const openingBrace = 0x7b;
const closingBrace = 0x7d;

/** The last characters of self-delimiting texts: of objects, lists and strings. */
const ends: ReadonlySet<number> = new Set([closingBrace, 0x5d, quote]);

const isSpace = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13);

/**
 * Parses a JSON text sequence incrementally (RFC 7464): each text begins with a record separator and ends
 * in a line feed. A text may span several lines and may lack its record separator. A text that the next
 * record separator truncates is dropped (section 2.3), and so is a number or word without white space after
 * it, since it may be truncated (section 2.4).
 *
 * @throws {CharsetError} from `push` and `end`, if a text is not UTF-8
 */
export class JsonSequenceParser {
  readonly #maxItemBytes: number;
  readonly #decode = createUtf8Decoder(true);
  readonly #pending = new PendingBytes();
  #isTooLarge = false;
  /** The number of open objects and lists. */
  #depth = 0;
  #isString = false;
  #isEscape = false;
  /** The last byte of the text that is not white space; `0` before the first. */
  #last = 0;
  #endsInSpace = false;

  /** @param maxItemBytes the maximum size of a text */
  constructor(maxItemBytes: number) {
    this.#maxItemBytes = maxItemBytes;
  }

  /** True after a text has exceeded its limit. Nothing is read any more. */
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

  /** Returns the last text. It may lack its line feed if it is self-delimiting. */
  end(): string[] {
    const texts: string[] = [];
    if (!this.#isTooLarge) this.#take("end", texts);
    return texts;
  }

  /** True if all brackets and quotes of the text are closed. */
  get #isComplete(): boolean {
    return this.#depth <= 0 && !this.#isString;
  }

  #look(byte: number): void {
    this.#endsInSpace = isSpace(byte);
    if (!this.#endsInSpace) this.#last = byte;
    if (this.#isEscape) this.#isEscape = false;
    else if (this.#isString && byte === backslash) this.#isEscape = true;
    else if (byte === quote) this.#isString = !this.#isString;
    // The codes of brackets and braces differ in one bit.
    else if (!this.#isString && (byte | 0x20) === openingBrace) this.#depth += 1;
    else if (!this.#isString && (byte | 0x20) === closingBrace) this.#depth -= 1;
  }

  /** @returns false after a text has exceeded its limit */
  #take(end: "line" | "separator" | "end", texts: string[]): boolean {
    const bytes = this.#pending.length;
    const taken = this.#pending.take();
    const isDelimited = ends.has(this.#last) || this.#endsInSpace || end === "line";
    // A text that the end of the source truncates is invalid JSON, which the reader reports.
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
