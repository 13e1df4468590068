import type { MockRecord } from "./record.ts";

/** Keeps records in agreement with each other, when there are new ones, or fewer. */
export interface RecordKeeper {
  /** The resources whose records from the start may name such of one, which is the first of them. */
  seededWith(resource: string): readonly string[];
  /** Adds what the records of examples name and these do not show. */
  seeded(records: readonly MockRecord[]): void;
  /** Sees to it that a new record names nothing that is not there. */
  settle(record: MockRecord): void;
  /** Called with a new record. */
  added(record: MockRecord): void;
  /**
   * Called with what a record was before it was removed, and what is below it.
   *
   * @param isEvicted whether there was no room for it, so that nothing may come in its place
   */
  removed(record: MockRecord, isEvicted: boolean): void;
  /** Called with a record, and the key that it had. */
  renamed(record: MockRecord, from: string): void;
}
