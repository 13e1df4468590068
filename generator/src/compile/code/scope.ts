import { FreeNames } from "./free-names.ts";

/** The names that a block of compiled code may use: its own, and those of the blocks around it. */
export class Scope {
  readonly #outer: Scope | undefined;
  readonly #given: ReadonlySet<string>;
  readonly #names = new FreeNames();

  /** @param names what has a meaning already */
  constructor(names: Iterable<string>, outer?: Scope) {
    this.#given = new Set(names);
    this.#outer = outer;
  }

  /** The scope of a block within the one of this scope. */
  inner(): Scope {
    return new Scope([], this);
  }

  /** Takes a name for a variable of this block. */
  declare(wanted: string): string {
    return this.#names.take(wanted, (name) => this.#has(name));
  }

  #has(name: string): boolean {
    if (this.#given.has(name) || this.#names.has(name)) return true;
    return this.#outer !== undefined && this.#outer.#has(name);
  }
}
