import type { MockRecord } from "./record.ts";

/** A scheduled change of a record. */
export interface Entry {
  /** The time, in milliseconds since 1970. */
  readonly due: number;
  /** Determines the order of entries with the same time. */
  readonly number: number;
  readonly record: MockRecord;
  /**
   * The start of the lifecycle that it belongs to. The entry is ignored if the record has another one, or none.
   */
  readonly since: number;
}

/** The number of entries below which void ones are not removed. */
const mostEntries = 1024;

/** The scheduled changes of records, the earliest first, as a binary heap. */
export class Agenda {
  #entries: Entry[] = [];
  /** The number of entries at which void ones are removed. */
  #full = mostEntries;
  #count = 0;

  /** The time of the next entry; `Infinity` if there is none. */
  get due(): number {
    return this.#entries[0]?.due ?? Infinity;
  }

  clear(): void {
    this.#entries.length = 0;
  }

  /** The number of entries, including void ones. */
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

  /** Removes the first entry and returns it. */
  take(): Entry | undefined {
    const first = this.#entries[0];
    const last = this.#entries.pop();
    if (last !== undefined && this.#entries.length > 0) this.#sink(last);
    return first;
  }

  /** Drops the void entries. A sorted list is a valid heap. */
  #throwAway(): void {
    this.#entries = this.#entries
      .filter(({ record, since }) => !record.isGone && record.since === since)
      .toSorted((left, right) => (isBefore(left, right) ? -1 : 1));
    this.#full = Math.max(2 * this.#entries.length, mostEntries);
  }

  /** Puts an entry in place of the first and moves it down to its position. */
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
