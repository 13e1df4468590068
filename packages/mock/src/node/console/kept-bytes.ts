/** Stores the first bytes of a body, and counts all of them. */
export class KeptBytes {
  readonly #most: number;
  #chunks: Uint8Array[] = [];
  #kept = 0;
  /** The total size so far. */
  size = 0;
  #isForgotten = false;

  /** @param most the maximum number of stored bytes */
  constructor(most: number) {
    this.#most = most;
  }

  get kept(): number {
    return this.#kept;
  }

  /** @returns the number of bytes that were stored */
  add(bytes: Uint8Array): number {
    this.size += bytes.length;
    const room = this.#isForgotten ? 0 : this.#most - this.#kept;
    if (room <= 0 || bytes.length === 0) return 0;
    // A copy, so that a larger buffer can be freed and changes to it have no effect.
    const own = bytes.slice(0, room);
    this.#chunks.push(own);
    this.#kept += own.length;
    return own.length;
  }

  /**
   * Drops the stored bytes, and stores no further ones.
   *
   * @returns the number of dropped bytes
   */
  forget(): number {
    const { kept } = this;
    this.#isForgotten = true;
    this.#chunks = [];
    this.#kept = 0;
    return kept;
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#chunks);
  }
}
