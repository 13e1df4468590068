/** A result of which not all has been shown. */
interface Kept {
  readonly owner: string;
  readonly value: unknown;
  readonly size: number;
}

/** The most results that are kept, and the most characters of all of them. */
const limits = { results: 32, characters: 32 * 1024 * 1024 };

/** The results of which there is more to be read, the latest ones. What is asked for is not sent again. */
export class KeptResults {
  readonly #kept = new Map<string, Kept>();

  /**
   * Keeps a result.
   *
   * @param owner whose it is: nobody else reads it
   * @param size its characters
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

  /** The value of a cursor and where its next part begins; `undefined` where it is not kept, or another's. */
  read(cursor: string, owner: string): { key: string; value: unknown; at: number } | undefined {
    const [key = "", at = ""] = cursor.split("@");
    const kept = this.#kept.get(key);
    if (kept?.owner !== owner || !/^\d{1,9}$/u.test(at)) return undefined;
    return { key, value: kept.value, at: Number(at) };
  }
}
