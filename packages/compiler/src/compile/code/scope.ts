import { FreeNames } from "./free-names.ts";

/**
 * The names that are visible in a block of compiled code: its own and those of the enclosing
 * blocks.
 */
export class Scope {
  readonly #outer: Scope | undefined;
  readonly #given: ReadonlySet<string>;
  readonly #names = new FreeNames();

  /** @param names names that are in use already */
  constructor(names: Iterable<string>, outer?: Scope) {
    this.#given = new Set(names);
    this.#outer = outer;
  }

  /** Creates the scope of a nested block. */
  inner(): Scope {
    return new Scope([], this);
  }

  /** Declares a variable of this block and returns its name. */
  declare(wanted: string): string {
    return this.#names.take(wanted, (name) => this.#has(name));
  }

  #has(name: string): boolean {
    if (this.#given.has(name) || this.#names.has(name)) return true;
    return this.#outer !== undefined && this.#outer.#has(name);
  }
}
