import { tooLarge, unterminated } from "./multipart-error.ts";
import type { InputBuffer } from "./input-buffer.ts";

/** The content of a part, up to the next boundary. */
export class PartContent implements AsyncIterableIterator<Uint8Array> {
  readonly name: string;
  readonly #input: InputBuffer;
  readonly #delimiter: Uint8Array;
  readonly #limit: number;
  #length = 0;
  /**
   * The length of the unread line end between headers and content. A part without content may share it with
   * the boundary (RFC 2046, section 5.1.1, "body-part").
   */
  #separator = 2;
  #isAtEnd = false;

  constructor(input: InputBuffer, delimiter: Uint8Array, name: string, limit: number) {
    this.name = name;
    this.#input = input;
    this.#delimiter = delimiter;
    this.#limit = limit;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** @throws {MultipartError} if the part exceeds its limit, or the body ends inside it */
  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const input = this.#input;
    while (!this.#isAtEnd) {
      const length = input.locate(this.#delimiter);
      if (length > 0) {
        const value = input.take(length).subarray(this.#separator);
        this.#separator = 0;
        this.#count(value.length);
        return { done: false, value };
      }
      this.#isAtEnd = input.length >= this.#delimiter.length;
      if (this.#isAtEnd) input.take(this.#delimiter.length);
      else if (!(await input.fill())) throw unterminated(this.name);
    }
    return { done: true, value: undefined };
  }

  /** Advances past the boundary. */
  async skip(): Promise<void> {
    while ((await this.next()).done !== true);
  }

  #count(length: number): void {
    this.#length += length;
    if (this.#length > this.#limit)
      throw tooLarge(`must have at most ${this.#limit} bytes`, this.name);
  }
}
