import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { Planner } from "./planner.ts";
import type { ModelOperation, RecordNumber, Reference, Step } from "./step.ts";

/** A record that previous steps create. */
export interface PlannedRecord {
  readonly number: RecordNumber;
  readonly resource: string;
  /** The path parameters of its creation that are keys of records. */
  readonly path: Readonly<Record<string, RecordNumber>>;
  /** Its parents, the nearest first. */
  readonly above: readonly PlannedRecord[];
}

/** The longest chain of records that are created because another one needs them. */
const mostDepth = 3;

/** Builds the steps of one sequence, including those that create the required records. */
export class SequenceBuilder {
  readonly #planner: Planner;
  readonly steps: Step[] = [];
  /** The records by their numbers. */
  readonly records: PlannedRecord[] = [];

  constructor(planner: Planner) {
    this.#planner = planner;
  }

  /**
   * Adds a step that creates a record.
   *
   * @param beside a record with the parents to use. Default: new parents are created
   */
  create(creator: ModelOperation, beside?: PlannedRecord, depth = 0): PlannedRecord {
    const path: Record<string, RecordNumber> = {};
    const above: PlannedRecord[] = [];
    for (const { parameter, resource } of creator.state.path.toReversed()) {
      const known = this.records[beside?.path[parameter] ?? -1];
      const nearer = above.find((one) => one.path[parameter] !== undefined);
      const inherited = nearer && this.records[nearer.path[parameter] ?? -1];
      const parent = known ?? inherited ?? this.#needed(resource, creator, depth);
      if (parent === undefined) continue;
      path[parameter] = parent.number;
      above.push(parent, ...parent.above);
    }
    const references = this.#references(creator, depth);
    const record = {
      number: this.records.length,
      resource: creator.state.resource,
      path,
      above,
    };
    this.records.push(record);
    const { body } = creator.input;
    this.#push({ call: creator, path, references, body, creates: record.number });
    return record;
  }

  /** Adds a step that repeats the body of a record's creation. */
  repeat(creator: ModelOperation, record: PlannedRecord): void {
    const number = this.records.length;
    this.records.push({ ...record, number });
    const repeated = { path: record.path, references: [], repeats: record.number };
    this.#push({ call: creator, ...repeated, creates: number });
  }

  /**
   * Adds a step that reads, changes or deletes a record.
   *
   * @param key the member with the record's key, which stays unchanged
   */
  about(
    call: ModelOperation,
    record: PlannedRecord,
    key: string,
    body: unknown = call.input.body,
  ): void {
    const path = this.#pathAt(call, record);
    const own = isObject(body) ? getMember(body, key) : undefined;
    const isNumber = typeof own === "number";
    const references =
      own === undefined ? [] : [{ pointer: [key], record: record.number, isNumber }];
    this.#push({ call, path, references, body, about: record.number });
  }

  /** Adds a step that lists the siblings of a record. */
  list(call: ModelOperation, beside: PlannedRecord): void {
    this.#push({ call, path: this.#pathAt(call, beside), references: [] });
  }

  #push(step: Step): void {
    this.steps.push(step);
  }

  #pathAt({ item, state }: ModelOperation, record: PlannedRecord): Record<string, RecordNumber> {
    const path: Record<string, RecordNumber> = {};
    for (const { parameter, resource } of state.path) {
      const found =
        parameter === item
          ? record.number
          : (record.path[parameter] ??
            record.above.find((one) => one.resource === resource)?.number);
      if (found !== undefined) path[parameter] = found;
    }
    return path;
  }

  #needed(
    resource: string | undefined,
    below: ModelOperation,
    depth: number,
  ): PlannedRecord | undefined {
    if (resource === undefined || resource === below.state.resource || depth >= mostDepth)
      return undefined;
    const creator = this.#planner.creator(resource);
    return creator === undefined ? undefined : this.create(creator, undefined, depth + 1);
  }

  #references(creator: ModelOperation, depth: number): Reference[] {
    const { state, input } = creator;
    return (state.references ?? []).flatMap(({ pointer, resource }): Reference[] => {
      const value = firstValueAt(input.body, pointer);
      if (value === undefined || value === null) return [];
      const known = this.records.find((one) => one.resource === resource);
      const record = known ?? this.#needed(resource, creator, depth);
      return record === undefined
        ? []
        : [{ pointer, record: record.number, isNumber: typeof value === "number" }];
    });
  }
}

/** Returns the value at a place. `*` matches the first item of a list. */
function firstValueAt(document: unknown, [token, ...rest]: readonly string[]): unknown {
  if (token === undefined) return document;
  if (Array.isArray(document))
    return firstValueAt(document[token === "*" ? 0 : Number(token)], rest);
  return isObject(document) ? firstValueAt(getMember(document, token), rest) : undefined;
}
