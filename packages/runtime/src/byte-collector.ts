import type { NonSharedUint8Array } from "./web-types.ts";

/**
 * The empty buffer of a collector with a single chunk, shared because allocating one would double its cost.
 */
const nothing = new Uint8Array();

/** Chunks of at least this many bytes are kept without copying. */
const large = 1024;

/**
 * Collects chunks of bytes. Small chunks are copied into larger ones, because an array for each would take
 * far more memory than its bytes.
 */
export class ByteCollector {
  #chunks: NonSharedUint8Array[] | undefined;
  #first: Uint8Array | undefined;
  #buffer = nothing;
  #used = 0;
  #length = 0;

  add(chunk: Uint8Array): void {
    this.#length += chunk.length;
    // A body in a single chunk, the usual case, is not copied.
    if (this.#length === chunk.length) {
      this.#first = chunk;
      return;
    }
    if (this.#first !== undefined) this.#collect(this.#first);
    this.#first = undefined;
    this.#collect(chunk);
  }

  #collect(chunk: Uint8Array): void {
    if (chunk.length >= large) {
      this.#flush();
      this.#taken.push(chunk as NonSharedUint8Array);
      return;
    }
    if (this.#used + chunk.length > this.#buffer.length) {
      this.#flush();
      this.#buffer = new Uint8Array(Math.min(Math.max(this.#length, large), 64 * large));
    }
    this.#buffer.set(chunk, this.#used);
    this.#used += chunk.length;
  }

  /** The collected bytes, in order. */
  take(): NonSharedUint8Array[] {
    if (this.#first !== undefined) return [this.#first as NonSharedUint8Array];
    this.#flush();
    return this.#taken;
  }

  get #taken(): NonSharedUint8Array[] {
    this.#chunks ??= [];
    return this.#chunks;
  }

  #flush(): void {
    if (this.#used > 0) this.#taken.push(this.#buffer.subarray(0, this.#used));
    this.#buffer = this.#buffer.subarray(this.#used);
    this.#used = 0;
  }
}
