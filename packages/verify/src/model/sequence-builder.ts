import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { Planner } from "./planner.ts";
import type { ModelOperation, RecordNumber, Reference, Step } from "./step.ts";

/** A record that the steps so far create. */
export interface PlannedRecord {
  readonly number: RecordNumber;
  readonly resource: string;
  /** The path parameters of its creation that are keys of records. */
  readonly path: Readonly<Record<string, RecordNumber>>;
  /** The records that it is below, the nearest first. */
  readonly above: readonly PlannedRecord[];
}

/** The longest chain of records that are made because another one needs them. */
const mostDepth = 3;

/** Puts the steps of one sequence together, with the records that they need. */
export class SequenceBuilder {
  readonly #planner: Planner;
  readonly steps: Step[] = [];
  /** The records by their numbers. */
  readonly records: PlannedRecord[] = [];

  constructor(planner: Planner) {
    this.#planner = planner;
  }

  /**
   * Creates a record.
   *
   * @param beside a record below the same ones as which it stands; left out: they are made
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

  /** Sends the body of a record's creation again. */
  repeat(creator: ModelOperation, record: PlannedRecord): void {
    const number = this.records.length;
    this.records.push({ ...record, number });
    const repeated = { path: record.path, references: [], repeats: record.number };
    this.#push({ call: creator, ...repeated, creates: number });
  }

  /**
   * Reads, changes or deletes a record.
   *
   * @param key the member that the record is known by: it stays as it is
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

  /** Lists the records beside one. */
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

/** The value at a place; `*` stands for the first item of a list. */
function firstValueAt(document: unknown, [token, ...rest]: readonly string[]): unknown {
  if (token === undefined) return document;
  if (Array.isArray(document))
    return firstValueAt(document[token === "*" ? 0 : Number(token)], rest);
  return isObject(document) ? firstValueAt(getMember(document, token), rest) : undefined;
}
