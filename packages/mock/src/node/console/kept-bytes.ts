/** The first bytes of a body, and how many there were. */
export class KeptBytes {
  readonly #most: number;
  #chunks: Uint8Array[] = [];
  #kept = 0;
  /** The length of the body so far. */
  size = 0;
  #isForgotten = false;

  /** @param most the bytes that are kept */
  constructor(most: number) {
    this.#most = most;
  }

  get kept(): number {
    return this.#kept;
  }

  /** @returns the number of bytes that were kept */
  add(bytes: Uint8Array): number {
    this.size += bytes.length;
    const room = this.#isForgotten ? 0 : this.#most - this.#kept;
    if (room <= 0 || bytes.length === 0) return 0;
    // What is kept must not hold on to a buffer that is larger, or be changed with it.
    const own = bytes.slice(0, room);
    this.#chunks.push(own);
    this.#kept += own.length;
    return own.length;
  }

  /** Keeps nothing of it any more, nor of what is still to come. @returns the number of bytes that were kept */
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
