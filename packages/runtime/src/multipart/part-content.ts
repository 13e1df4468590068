import { tooLarge, unended } from "./multipart-error.ts";
import type { Window } from "./window.ts";

/** The content of a part, up to the next boundary. */
export class PartContent implements AsyncIterableIterator<Uint8Array> {
  readonly name: string;
  readonly #window: Window;
  readonly #delimiter: Uint8Array;
  readonly #limit: number;
  #length = 0;
  /**
   * The line end between headers and content, still unread: a part without content may lack its own,
   * and have the boundary's instead (RFC 2046, section 5.1.1, "body-part").
   */
  #separator = 2;
  #isAtEnd = false;

  constructor(window: Window, delimiter: Uint8Array, name: string, limit: number) {
    this.name = name;
    this.#window = window;
    this.#delimiter = delimiter;
    this.#limit = limit;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** @throws {MultipartError} when there is more than the limit, or the body ends before the part. */
  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const window = this.#window;
    while (!this.#isAtEnd) {
      const length = window.locate(this.#delimiter);
      if (length > 0) {
        const value = window.take(length).subarray(this.#separator);
        this.#separator = 0;
        this.#count(value.length);
        return { done: false, value };
      }
      this.#isAtEnd = window.length >= this.#delimiter.length;
      if (this.#isAtEnd) window.take(this.#delimiter.length);
      else if (!(await window.fill())) throw unended(this.name);
    }
    return { done: true, value: undefined };
  }

  /** Goes behind the boundary. */
  async skip(): Promise<void> {
    while ((await this.next()).done !== true);
  }

  #count(length: number): void {
    this.#length += length;
    if (this.#length > this.#limit)
      throw tooLarge(`must have at most ${this.#limit} bytes`, this.name);
  }
}
