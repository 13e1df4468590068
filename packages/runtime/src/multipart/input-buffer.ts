/**
 * Buffers the received bytes of a source until they are taken. Taken bytes share memory with the buffer,
 * which does not overwrite them.
 */
export class InputBuffer {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #onArrival: (length: number) => void;
  #buffer: Uint8Array;
  #start = 0;
  #end: number;
  /** True if the buffer was allocated here, so that the space after the end is writable. */
  #isOwn = false;

  /**
   * @param first bytes to prepend to the source
   * @param onArrival called with the number of bytes of each chunk; `fill` passes its errors through
   */
  constructor(
    source: AsyncIterator<Uint8Array>,
    first: Uint8Array,
    onArrival: (length: number) => void,
  ) {
    this.#source = source;
    this.#onArrival = onArrival;
    this.#buffer = first;
    this.#end = first.length;
  }

  get length(): number {
    return this.#end - this.#start;
  }

  /**
   * Reads the next chunk.
   *
   * @returns `false` at the end of the source
   */
  async fill(): Promise<boolean> {
    const { done, value } = await this.#source.next();
    if (done === true) return false;
    this.#onArrival(value.length);
    if (this.length === 0) {
      this.#buffer = value;
      this.#start = 0;
      this.#end = value.length;
      this.#isOwn = false;
    } else {
      this.#append(value);
    }
    return true;
  }

  /** Grows the buffer by doubling, so that many small chunks take linear time. */
  #append(chunk: Uint8Array): void {
    const { length } = this;
    if (!this.#isOwn || this.#end + chunk.length > this.#buffer.length) {
      const grown = new Uint8Array(2 * (length + chunk.length));
      grown.set(this.#buffer.subarray(this.#start, this.#end));
      this.#buffer = grown;
      this.#start = 0;
      this.#end = length;
      this.#isOwn = true;
    }
    this.#buffer.set(chunk, this.#end);
    this.#end += chunk.length;
  }

  /** Returns the byte at an index, or `undefined` after the end. */
  at(index: number): number | undefined {
    return index < this.length ? this.#buffer[this.#start + index] : undefined;
  }

  /** Returns the index of a pattern, or of a prefix of it at the end of the buffer, or else the length. */
  locate(pattern: Uint8Array, from = 0): number {
    const [first = 0] = pattern;
    let at = this.#start + from;
    for (;;) {
      at = this.#buffer.indexOf(first, at);
      if (at < 0 || at >= this.#end) return this.length;
      if (this.#fits(pattern, at)) return at - this.#start;
      at += 1;
    }
  }

  #fits(pattern: Uint8Array, at: number): boolean {
    const length = Math.min(pattern.length, this.#end - at);
    for (let index = 1; index < length; index++) {
      if (this.#buffer[at + index] !== pattern[index]) return false;
    }
    return true;
  }

  /** Removes and returns the first bytes. */
  take(length: number): Uint8Array {
    const start = this.#start;
    this.#start += length;
    return this.#buffer.subarray(start, this.#start);
  }
}
