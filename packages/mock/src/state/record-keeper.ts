import type { MockRecord } from "./record.ts";

/** Keeps records consistent with each other when they are added or removed. */
export interface RecordKeeper {
  /** Returns the resources whose initial records may refer to those of a resource, which is the first of them. */
  seededWith(resource: string): readonly string[];
  /** Adds the records that initial records refer to and that are missing. */
  seeded(records: readonly MockRecord[]): void;
  /** Removes references to missing records from a new record. */
  settle(record: MockRecord): void;
  /** Called after a record was added. */
  added(record: MockRecord): void;
  /**
   * Called with a record after it and everything below it were removed.
   *
   * @param isEvicted true if it was evicted, so that it must not be replaced
   */
  removed(record: MockRecord, isEvicted: boolean): void;
  /** Called with a record and its previous key. */
  renamed(record: MockRecord, from: string): void;
}
