/** A result that has been returned in part. */
interface Kept {
  readonly owner: string;
  readonly value: unknown;
  readonly size: number;
}

/** The most stored results, and the most characters of all of them together. */
const limits = { results: 32, characters: 32 * 1024 * 1024 };

/** Stores the latest results that were returned in part, so that reading on does not repeat the call. */
export class KeptResults {
  readonly #kept = new Map<string, Kept>();

  /**
   * Stores a result.
   *
   * @param owner the caller, who alone may read it
   * @param size its length in characters
   * @returns its key, which cannot be guessed
   */
  keep(owner: string, value: unknown, size: number): string {
    const key = crypto.randomUUID();
    this.#kept.set(key, { owner, value, size });
    let characters = [...this.#kept.values()].reduce((sum, one) => sum + one.size, 0);
    for (const [oldest, one] of this.#kept) {
      if (oldest === key) break;
      if (this.#kept.size <= limits.results && characters <= limits.characters) break;
      this.#kept.delete(oldest);
      characters -= one.size;
    }
    return key;
  }

  /**
   * Returns the value of a cursor and the start of its next part; `undefined` if it is not stored, or belongs
   * to another caller.
   */
  read(cursor: string, owner: string): { key: string; value: unknown; at: number } | undefined {
    const [key = "", at = ""] = cursor.split("@");
    const kept = this.#kept.get(key);
    if (kept?.owner !== owner || !/^\d{1,9}$/u.test(at)) return undefined;
    return { key, value: kept.value, at: Number(at) };
  }
}
