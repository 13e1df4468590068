import type { MockLimits } from "../limits.ts";
import type { MockRecord } from "./record.ts";
import type { ResourceStore } from "./store.ts";

/** The approximate number of bytes of a record beside its value. */
const ofRecord = 200;

/** Counts records and their bytes, and chooses the ones to evict. */
export class Capacity {
  readonly #limits: MockLimits;
  readonly #stores: ReadonlyMap<string, ResourceStore>;
  #records = 0;
  #bytes = 0;
  /** The number of evicted records. */
  evicted = 0;

  constructor(limits: MockLimits, stores: ReadonlyMap<string, ResourceStore>) {
    this.#limits = limits;
    this.#stores = stores;
  }

  get records(): number {
    return this.#records;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Updates the size of a stored record. */
  count(store: ResourceStore, record: MockRecord): void {
    if (record.bytes === 0) this.#records += 1;
    this.#add(store, record, sizeOf(record) - record.bytes);
  }

  /** Stops counting a record. */
  discount(store: ResourceStore, record: MockRecord): void {
    if (record.bytes > 0) this.#records -= 1;
    this.#add(store, record, -record.bytes);
  }

  clear(): void {
    this.#records = 0;
    this.#bytes = 0;
  }

  /**
   * Returns the record to evict: the oldest created one of its resource, else the oldest initial one. The
   * resource is the one with too many records, else the one with the largest share of the exceeded limit. So
   * many records of one resource do not evict those of others, nor their parents.
   *
   * @param kept a record that must stay
   * @returns `undefined` if nothing must or can be evicted
   */
  victim(kept: MockRecord): MockRecord | undefined {
    const { records, resourceRecords, stateBytes } = this.#limits;
    const own = this.#stores.get(kept.resource);
    if (own !== undefined && own.size > resourceRecords)
      return own.oldest(kept, true) ?? own.oldest(kept, false);
    const isOverBytes = this.#bytes > stateBytes;
    if (!isOverBytes && this.#records <= records) return undefined;
    const most = (store: ResourceStore): number => (isOverBytes ? store.bytes : store.size);
    const stores = [...this.#stores.values()].toSorted((a, b) => most(b) - most(a));
    for (const isCreated of [true, false]) {
      for (const store of stores) {
        const oldest = store.oldest(kept, isCreated);
        if (oldest !== undefined) return oldest;
      }
    }
    return undefined;
  }

  #add(store: ResourceStore, record: MockRecord, bytes: number): void {
    record.bytes += bytes;
    store.bytes += bytes;
    this.#bytes += bytes;
  }
}

function sizeOf({ value, scope, contents }: MockRecord): number {
  const put = contents === undefined ? 0 : contents.type.length + contents.bytes.length;
  return ofRecord + jsonSize(value) + jsonSize(scope) + put;
}

/** Returns the approximate number of characters of a value as JSON. */
function jsonSize(value: unknown): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 8;
  let size = 2;
  if (Array.isArray(value)) for (const item of value) size += 1 + jsonSize(item);
  else
    for (const name of Object.keys(value))
      size += name.length + 4 + jsonSize(Reflect.get(value, name));
  return size;
}
