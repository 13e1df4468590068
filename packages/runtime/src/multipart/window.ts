/**
 * What of a source has arrived and is not taken yet. A piece that is taken shares its memory with
 * the window, which never writes there again.
 */
export class Window {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #onArrival: (length: number) => void;
  #buffer: Uint8Array;
  #start = 0;
  #end: number;
  /** Whether the space behind the end is the window's to write to. */
  #isOwn = false;

  /**
   * @param first what stands before all that arrives
   * @param onArrival told how many bytes have arrived; what it throws, `fill` does
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

  /** Waits for more. @returns `false` at the end of the source */
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

  /** Grows by doubling, so that a source of single bytes costs no more than in proportion. */
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

  /** The byte at a place; `undefined` behind the end. */
  at(index: number): number | undefined {
    return index < this.length ? this.#buffer[this.#start + index] : undefined;
  }

  /**
   * Where a pattern stands, or may stand as far as what has arrived can tell; the length where it
   * does not.
   */
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

  /** Takes the first bytes. */
  take(length: number): Uint8Array {
    const start = this.#start;
    this.#start += length;
    return this.#buffer.subarray(start, this.#start);
  }
}
