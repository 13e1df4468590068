import { Lines, type Position } from "./lines.ts";

/**
 * The places of all members and items of a text, in the order of the text, recorded as they are read. Three
 * lists of numbers and names take far less memory than a tree.
 */
export class TextPlaces {
  readonly #lines: Lines;
  /** Where a key or an item begins. The first is that of the whole text. */
  readonly #offsets: number[] = [0];
  /** The name of a member; `undefined` for an item. */
  readonly #names: (string | undefined)[] = [undefined];
  /** The number of the first place that is no part of the one with this number. */
  readonly #ends: number[] = [1];
  /** Aliases, with the places that they stand for. */
  readonly #aliases = new Map<number, number>();
  /** Maps, with the places of those whose members they have, too. */
  readonly #merged = new Map<number, number[]>();
  /** The members and items of the places that were looked into so far. */
  readonly #children = new Map<number, ReadonlyMap<string, number>>();

  constructor(text: string) {
    this.#lines = new Lines(text);
  }

  /**
   * Records where a member or an item begins. All that is added until {@link TextPlaces.close} is part of it.
   *
   * @param name the name of the member
   * @returns its number
   */
  open(offset: number, name?: string): number {
    this.#offsets.push(offset);
    this.#names.push(name);
    return this.#ends.push(0) - 1;
  }

  /** Records that a member or an item is complete. */
  close(place: number): void {
    this.#ends[place] = this.#ends.length;
  }

  /** Records that a member or an item is an alias of another. */
  alias(place: number, target: number): void {
    this.#aliases.set(place, target);
  }

  /** Records that a map has the members of another, too, except those that it has itself. */
  merge(place: number, source: number): void {
    const sources = this.#merged.get(place);
    if (sources === undefined) this.#merged.set(place, [source]);
    else sources.push(source);
  }

  /** Returns the position of a member's key or of an item, or of the nearest ancestor that exists. */
  locate(parts: readonly string[]): Position {
    let place = 0;
    for (const part of parts) {
      const child = this.#childrenOf(this.#aliases.get(place) ?? place).get(part);
      if (child === undefined) break;
      place = child;
    }
    return this.#lines.positionAt(this.#offsets[place] ?? 0);
  }

  #childrenOf(place: number): ReadonlyMap<string, number> {
    const known = this.#children.get(place);
    if (known !== undefined) return known;
    const children = new Map<string, number>();
    const end = place === 0 ? this.#ends.length : (this.#ends[place] ?? 0);
    for (let child = place + 1; child < end; child = this.#ends[child] ?? end) {
      const name = this.#names[child] ?? String(children.size);
      if (!children.has(name)) children.set(name, child);
    }
    for (const source of this.#merged.get(place) ?? [])
      for (const [name, child] of this.#childrenOf(this.#aliases.get(source) ?? source))
        if (!children.has(name)) children.set(name, child);
    this.#children.set(place, children);
    return children;
  }
}
