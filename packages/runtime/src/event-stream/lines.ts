import { createUtf8Decoder } from "../charset.ts";
import { PendingBytes } from "./pending-bytes.ts";

const lineFeed = 10;
const carriageReturn = 13;

/**
 * Receives a line and its length in UTF-8, including one byte for the line end.
 *
 * @returns false to stop reading
 */
export type TakeLine = (text: string, bytes: number) => boolean;

/**
 * Splits bytes into lines as they arrive, and decodes each as UTF-8. It drops a byte order mark at the
 * start of the stream. Pending bytes share one buffer, even if their chunks are small.
 */
export class LineSplitter {
  readonly #endsInCarriageReturn: boolean;
  readonly #decode: (bytes: Uint8Array) => string;
  readonly #pending = new PendingBytes();
  #isFirst = true;
  #mayFollowCarriageReturn = false;

  /**
   * @param endsInCarriageReturn true if CR and CRLF end a line, like LF
   * @param fatal false to replace invalid UTF-8 by U+FFFD instead of throwing a `CharsetError`
   */
  constructor(endsInCarriageReturn: boolean, fatal: boolean) {
    this.#endsInCarriageReturn = endsInCarriageReturn;
    this.#decode = createUtf8Decoder(fatal);
  }

  /** The number of bytes in the incomplete line. */
  get pendingBytes(): number {
    return this.#pending.length;
  }

  /** Takes the next chunk, and passes on each line that it completes. */
  push(chunk: Uint8Array, take: TakeLine): void {
    if (chunk.length === 0) return;
    let start = this.#mayFollowCarriageReturn && chunk[0] === lineFeed ? 1 : 0;
    // Each kind of line end is searched for separately, so that many of one kind do not repeat the search
    // for the other.
    let feed = chunk.indexOf(lineFeed, start);
    let carriage = this.#endsInCarriageReturn ? chunk.indexOf(carriageReturn, start) : -1;
    while (feed >= 0 || carriage >= 0) {
      const isFeed = carriage < 0 || (feed >= 0 && feed < carriage);
      const end = isFeed ? feed : carriage;
      if (!this.#pass(chunk, start, end, take)) return;
      start = end + (!isFeed && feed === end + 1 ? 2 : 1);
      if (feed >= 0 && feed < start) feed = chunk.indexOf(lineFeed, start);
      if (carriage >= 0 && carriage < start) carriage = chunk.indexOf(carriageReturn, start);
    }
    this.#mayFollowCarriageReturn = this.#endsInCarriageReturn && chunk.at(-1) === carriageReturn;
    this.#pending.add(chunk.subarray(start));
  }

  /** Passes on the last line, which has no line end. */
  end(take: TakeLine): void {
    this.#pass(new Uint8Array(), 0, 0, take);
  }

  /** Drops the incomplete line. */
  clear(): void {
    this.#pending.take();
  }

  #pass(chunk: Uint8Array, start: number, end: number, take: TakeLine): boolean {
    let text = "";
    const bytes = end - start + this.#pending.length;
    if (this.#pending.length > 0) {
      this.#pending.add(chunk.subarray(start, end));
      text = this.#decode(this.#pending.take());
    } else if (bytes > 0) text = this.#decode(chunk.subarray(start, end));
    if (this.#isFirst && text.startsWith("\ufeff")) text = text.slice(1);
    this.#isFirst = false;
    return take(text, bytes + 1);
  }
}
