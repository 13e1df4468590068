/** The names that a block of compiled code may use: its own, and those of the blocks around it. */
export class Scope {
  readonly #outer: Scope | undefined;
  readonly #names: Set<string>;

  /** @param names what has a meaning already */
  constructor(names: Iterable<string>, outer?: Scope) {
    this.#names = new Set(names);
    this.#outer = outer;
  }

  /** The scope of a block within the one of this scope. */
  inner(): Scope {
    return new Scope([], this);
  }

  /** Takes a name for a variable of this block; one that is taken gets a trailing underscore. */
  declare(wanted: string): string {
    let name = wanted;
    while (this.#has(name)) name += "_";
    this.#names.add(name);
    return name;
  }

  #has(name: string): boolean {
    return this.#names.has(name) || (this.#outer !== undefined && this.#outer.#has(name));
  }
}
