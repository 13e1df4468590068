/**
 * Hands out unique names. A taken name gets a trailing underscore, then a number: `name`, `name_`,
 * `name_2`.
 */
export class FreeNames {
  readonly #taken = new Set<string>();
  /** Counts how often each wanted name was taken already. */
  readonly #counts = new Map<string, number>();

  /**
   * Takes the wanted name, or a similar one if it is taken.
   *
   * @param isTaken returns true for names that are taken elsewhere
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

  /** True if a name is taken. */
  has(name: string): boolean {
    return this.#taken.has(name);
  }
}
