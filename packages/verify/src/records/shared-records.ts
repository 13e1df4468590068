import type { MadeRecord } from "./made-record.ts";
import type { SharedKnowledge } from "./prepared-input.ts";

/** Where records come from. */
interface RecordSource {
  /** Creates a record; `undefined` if no operation does, or the service refuses. */
  readonly make: (resource: string, depth: number) => Promise<MadeRecord | undefined>;
  /** Returns a record of a list; `undefined` if there is none. */
  readonly listed: (resource: string, depth: number) => Promise<MadeRecord | undefined>;
  /** What other cases know. */
  readonly known: SharedKnowledge;
  /** True if this case has made a record. */
  readonly isMade: (record: MadeRecord) => boolean;
}

/** One record of each resource, to which inputs refer that do not change it. */
export class SharedRecords {
  readonly #source: RecordSource;
  readonly #records = new Map<string, MadeRecord | undefined>();
  /** Records that others than this have made for the case. */
  readonly #given = new Set<MadeRecord>();
  /** The resources of which no record could be made. */
  readonly #refusing = new Set<string>();

  constructor(source: RecordSource) {
    this.#source = source;
  }

  /** Makes a record the one that inputs refer to. */
  share(record: MadeRecord): void {
    this.#records.set(record.resource, record);
  }

  /** Lets later cases refer to the records of these resources. */
  keep(resources: readonly string[]): void {
    for (const resource of resources) {
      const record = this.#records.get(resource);
      if (record !== undefined) this.#source.known.noteRecord(record);
    }
  }

  /** Runs something while inputs refer to a record. */
  async beside<Result>(record: MadeRecord, run: () => Promise<Result>): Promise<Result> {
    const before = this.#records.get(record.resource);
    this.share(record);
    this.#given.add(record);
    try {
      return await run();
    } finally {
      this.forget(record.resource);
      if (before !== undefined) this.share(before);
    }
  }

  /** Forgets a deleted record. */
  forget(resource: string): void {
    this.#records.delete(resource);
  }

  /**
   * Returns any record of a resource; `undefined` if there is none.
   *
   * @param isFresh true to create one if that is possible
   */
  async recordFor(
    resource: string,
    isFresh: boolean,
    depth: number,
  ): Promise<MadeRecord | undefined> {
    if (isFresh) {
      const made = await this.#source.make(resource, depth);
      if (made !== undefined) return made;
    }
    if (this.#records.has(resource)) return this.#records.get(resource);
    const known = this.#source.known.recordOf(resource);
    if (known !== undefined) {
      this.#records.set(resource, known);
      return known;
    }
    // Prevents recursion: another record of this kind must not be created meanwhile.
    this.#records.set(resource, undefined);
    const listed = await this.#source.listed(resource, depth);
    const found = listed ?? (await this.#source.make(resource, depth));
    this.#records.set(resource, found);
    if (found !== undefined) this.#source.known.noteRecord(found);
    return found;
  }

  /** Returns a record that this run has made, below which others may be written; any record if none can be made. */
  async ownRecordFor(resource: string, depth: number): Promise<MadeRecord | undefined> {
    const known = this.#records.get(resource);
    const isOwn = known !== undefined && (this.#given.has(known) || this.#source.isMade(known));
    if (isOwn) return known;
    const isRefusing = this.#refusing.has(resource);
    const made = isRefusing ? undefined : await this.#source.make(resource, depth);
    if (made === undefined) {
      this.#refusing.add(resource);
      return this.recordFor(resource, false, depth);
    }
    this.#records.set(resource, made);
    return made;
  }
}
