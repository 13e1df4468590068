import type { MemberRole, PathParameterState, ResourceDescriptor } from "../description.ts";
import { placeOf } from "./record.ts";
import type { MockRecord, Scope } from "./record.ts";

/** The records of one resource, by key and in the order of their creation. */
export class ResourceStore {
  readonly name: string;
  readonly descriptor: ResourceDescriptor;
  /** True if a record may exist without having been created. */
  readonly isOpen: boolean;
  readonly roles: readonly (readonly [string, MemberRole])[];
  /** The keys of deleted records. For consecutive numbers the largest is enough. */
  readonly deleted = new Set<string>();
  /** Records in different scopes may share a key, which is rare. */
  #byKey = new Map<string, MockRecord | MockRecord[]>();
  #ordered: MockRecord[] = [];
  #gone = 0;
  #largest = 0;
  readonly #mostDeleted: number;
  /** The bytes of its records. */
  bytes = 0;

  /** @param mostDeleted the maximum number of stored deleted keys */
  constructor(
    name: string,
    descriptor: ResourceDescriptor,
    isOpen: boolean,
    mostDeleted = Infinity,
  ) {
    this.#mostDeleted = mostDeleted;
    this.name = name;
    this.descriptor = descriptor;
    this.isOpen = isOpen;
    this.roles = Object.entries(descriptor.roles);
  }

  /** The largest numeric key so far, from which counting continues. */
  get largest(): number {
    return this.#largest;
  }

  /** The number of records. */
  get size(): number {
    return this.#ordered.length - this.#gone;
  }

  /**
   * Returns the oldest record, except for one.
   *
   * @param isCreated true to skip initial records
   */
  oldest(kept: MockRecord, isCreated: boolean): MockRecord | undefined {
    return this.#ordered.find(
      (record) => !record.isGone && record !== kept && !(isCreated && record.isSeed),
    );
  }

  has(key: string): boolean {
    return this.#byKey.has(key);
  }

  /** Returns the record with a key in a path. A record counts unless it is known to be elsewhere. */
  find(
    key: string,
    parents: readonly PathParameterState[] = [],
    places: Scope = {},
  ): MockRecord | undefined {
    const found = this.#byKey.get(key);
    if (found === undefined) return undefined;
    if (Array.isArray(found)) return found.find((one) => isBelow(one, parents, places, true));
    return isBelow(found, parents, places, true) ? found : undefined;
  }

  add(record: MockRecord): void {
    this.#index(record, record.key);
    this.#ordered.push(record);
  }

  remove(record: MockRecord): void {
    record.isGone = true;
    this.#forget(record);
    // The record stays in the order for a while, and perhaps in the agenda: its data is freed now.
    record.value = {};
    record.contents = undefined;
    record.shown = undefined;
    this.#gone += 1;
    if (this.#gone * 2 > this.#ordered.length) {
      this.#ordered = this.#ordered.filter(({ isGone }) => !isGone);
      this.#gone = 0;
    }
  }

  /** Changes the key of a record. */
  rename(record: MockRecord, key: string): void {
    this.#forget(record);
    record.key = key;
    this.#index(record, key);
  }

  /** Marks a key as deleted, so that its record is not generated again. */
  leaveTombstone(key: string): void {
    if (this.isOpen) this.#bury(key);
    else if (key === String(this.#largest)) {
      this.deleted.clear();
      this.deleted.add(key);
    }
  }

  /** Restores the deleted keys of a snapshot. */
  restoreDeleted(keys: readonly string[]): void {
    for (const key of keys) {
      this.#bury(key);
      this.#count(key);
    }
  }

  /** If there are too many, the first ones are dropped. */
  #bury(key: string): void {
    this.deleted.add(key);
    if (this.deleted.size <= this.#mostDeleted) return;
    for (const first of this.deleted) {
      this.deleted.delete(first);
      return;
    }
  }

  clear(): void {
    for (const record of this.#ordered) record.isGone = true;
    this.#byKey = new Map();
    this.#ordered = [];
    this.#gone = 0;
    this.#largest = 0;
    this.bytes = 0;
    this.deleted.clear();
  }

  /** Returns the records created after a position, in order. */
  after(order: number): MockRecord[] {
    let low = 0;
    let high = this.#ordered.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const record = this.#ordered[middle];
      if (record !== undefined && record.order <= order) low = middle + 1;
      else high = middle;
    }
    return this.#ordered.slice(low).filter(({ isGone }) => !isGone);
  }

  /** Returns all records, in order. */
  all(): MockRecord[] {
    if (this.#gone === 0) return this.#ordered.slice();
    return this.#ordered.filter(({ isGone }) => !isGone);
  }

  #index(record: MockRecord, key: string): void {
    const same = this.#byKey.get(key);
    if (same === undefined) this.#byKey.set(key, record);
    else if (Array.isArray(same)) same.push(record);
    else this.#byKey.set(key, [same, record]);
    this.#count(key);
  }

  #forget(record: MockRecord): void {
    const { key } = record;
    const same = this.#byKey.get(key);
    const others = Array.isArray(same) ? same.filter((one) => one !== record) : [];
    if (others.length === 0) this.#byKey.delete(key);
    else this.#byKey.set(key, others);
  }

  #count(key: string): void {
    if (this.descriptor.keyType !== "integer") return;
    const number = Number(key);
    if (Number.isSafeInteger(number) && number > this.#largest) this.#largest = number;
  }
}

/**
 * True if a record is below a path.
 *
 * @param isLenient true to count a record if this is unknown.
 */
export function isBelow(
  record: Pick<MockRecord, "value" | "scope">,
  parents: readonly PathParameterState[],
  places: Scope,
  isLenient: boolean,
): boolean {
  for (const parent of parents) {
    const place = placeOf(record, parent);
    if (place === undefined ? !isLenient : place !== places[parent.parameter]) return false;
  }
  return true;
}
