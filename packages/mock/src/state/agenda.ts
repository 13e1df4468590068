import type { MockRecord } from "./record.ts";

/** Something that is to happen to a record. */
export interface Entry {
  /** When, in milliseconds since 1970. */
  readonly due: number;
  /** Tells which comes first of those that are due at once. */
  readonly number: number;
  readonly record: MockRecord;
  /** The beginning of the lifecycle that it belongs to: a record that has another, or none, is left alone. */
  readonly since: number;
}

/** The number of entries up to which void ones do not matter. */
const mostEntries = 1024;

/** The coming changes of records, the earliest first: a binary heap. */
export class Agenda {
  #entries: Entry[] = [];
  /** The number of entries at which those that have become void are thrown away. */
  #full = mostEntries;
  #count = 0;

  /** When the next thing is due; `Infinity` when there is none. */
  get due(): number {
    return this.#entries[0]?.due ?? Infinity;
  }

  clear(): void {
    this.#entries.length = 0;
  }

  /** The number of entries, void ones among them. */
  get size(): number {
    return this.#entries.length;
  }

  add(record: MockRecord, since: number, due: number): void {
    const entry = { due, number: this.#count, record, since };
    this.#count += 1;
    if (this.#entries.length >= this.#full) this.#throwAway();
    this.#entries.push(entry);
    let index = this.#entries.length - 1;
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = this.#entries[above];
      if (parent === undefined || isBefore(parent, entry)) break;
      this.#entries[index] = parent;
      index = above;
    }
    this.#entries[index] = entry;
  }

  /** Takes out the first. */
  take(): Entry | undefined {
    const first = this.#entries[0];
    const last = this.#entries.pop();
    if (last !== undefined && this.#entries.length > 0) this.#sink(last);
    return first;
  }

  /** Throws away what is of records that are gone or at rest; an ordered list is a heap. */
  #throwAway(): void {
    this.#entries = this.#entries
      .filter(({ record, since }) => !record.isGone && record.since === since)
      .toSorted((left, right) => (isBefore(left, right) ? -1 : 1));
    this.#full = Math.max(2 * this.#entries.length, mostEntries);
  }

  /** Puts an entry in the first's place, and down to where it belongs. */
  #sink(entry: Entry): void {
    const entries = this.#entries;
    let index = 0;
    for (;;) {
      const left = entries[2 * index + 1];
      const right = entries[2 * index + 2];
      if (left === undefined) break;
      const isRight = right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (isBefore(entry, child)) break;
      entries[index] = child;
      index = 2 * index + (isRight ? 2 : 1);
    }
    entries[index] = entry;
  }
}

const isBefore = (left: Entry, right: Entry): boolean =>
  left.due === right.due ? left.number < right.number : left.due < right.due;
