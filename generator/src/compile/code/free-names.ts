/**
 * Names of which none is given twice: one that is taken gets a trailing underscore, and a number as well
 * where there are many of it.
 */
export class FreeNames {
  readonly #taken = new Set<string>();
  /** Wanted name → how often it was. */
  readonly #counts = new Map<string, number>();

  /**
   * Takes a name, or one like it.
   *
   * @param isTaken tells of names that were given elsewhere
   */
  take(wanted: string, isTaken: (name: string) => boolean = () => false): string {
    let name = wanted;
    while (this.#taken.has(name) || isTaken(name)) {
      const count = (this.#counts.get(wanted) ?? 0) + 1;
      this.#counts.set(wanted, count);
      name = count === 1 ? `${wanted}_` : `${wanted}_${count}`;
    }
    this.#taken.add(name);
    return name;
  }

  /** True if a name was given. */
  has(name: string): boolean {
    return this.#taken.has(name);
  }
}
