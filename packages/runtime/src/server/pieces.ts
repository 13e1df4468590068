/** Pieces that are at least as long are kept as they are. */
const large = 1024;

/**
 * Bytes that are kept as they arrive. Small pieces are copied together, as an array of its own for
 * each would take far more memory than the bytes that have been counted.
 */
export class Pieces {
  readonly #all: Uint8Array<ArrayBuffer>[] = [];
  #open = new Uint8Array();
  #used = 0;
  #length = 0;

  add(piece: Uint8Array): void {
    this.#length += piece.length;
    if (piece.length >= large) {
      this.#close();
      this.#all.push(piece as Uint8Array<ArrayBuffer>);
      return;
    }
    if (this.#used + piece.length > this.#open.length) {
      this.#close();
      this.#open = new Uint8Array(Math.min(Math.max(this.#length, large), 64 * large));
    }
    this.#open.set(piece, this.#used);
    this.#used += piece.length;
  }

  /** All of them, in order. */
  take(): Uint8Array<ArrayBuffer>[] {
    this.#close();
    return this.#all;
  }

  #close(): void {
    if (this.#used > 0) this.#all.push(this.#open.subarray(0, this.#used));
    this.#open = this.#open.subarray(this.#used);
    this.#used = 0;
  }
}
