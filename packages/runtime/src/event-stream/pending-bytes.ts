/** A buffer of up to this size is reused for the next pending bytes. */
const keptSize = 64 * 1024;

/** Collects bytes in one buffer, which doubles when it is full. */
export class PendingBytes {
  #buffer = new Uint8Array();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(chunk: Uint8Array): void {
    const length = this.#length + chunk.length;
    if (length > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.#buffer.length));
      larger.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = larger;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length = length;
  }

  /**
   * Empties the buffer.
   *
   * @returns its bytes, which are valid until more are added
   */
  take(): Uint8Array {
    const bytes = this.#buffer.subarray(0, this.#length);
    if (this.#buffer.length > keptSize) this.#buffer = new Uint8Array();
    this.#length = 0;
    return bytes;
  }
}
