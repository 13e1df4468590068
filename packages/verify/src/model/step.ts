import type { StateOperation } from "@openapi-packages/mock/description";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedOperation } from "../description/verified-api.ts";

/** A record of a sequence, numbered in the order of creation: each side has a key of its own for it. */
export type RecordNumber = number;

/** An operation that sequences call, with what it does to records. */
export interface ModelOperation {
  readonly operation: VerifiedOperation;
  readonly state: StateOperation;
  /** An input that succeeds, but for the records that it names. */
  readonly input: CallInput;
  /** The path parameter with the key of the record that it is about. Left out: it is about none. */
  readonly item?: string;
  /** The most records that one page of a list has; `undefined` where nobody says so. */
  readonly pageSize?: number | undefined;
}

/** One call of a sequence. It names records by number, since their keys are known only when it runs. */
export interface Step {
  readonly call: ModelOperation;
  readonly body?: unknown;
  /** Path parameters that are keys of records of the sequence. */
  readonly path: Readonly<Record<string, RecordNumber>>;
  /** Places in the body that are keys of records of the sequence. */
  readonly references: readonly Reference[];
  /** The record that it creates. */
  readonly creates?: RecordNumber;
  /** The record that it reads, changes or deletes. */
  readonly about?: RecordNumber;
  /** The record whose body it sends once more. */
  readonly repeats?: RecordNumber;
}

/** A place in a body that names a record. */
export interface Reference {
  readonly pointer: readonly string[];
  readonly record: RecordNumber;
  /** True if the body has its key as a number. */
  readonly isNumber: boolean;
}

/** The records without which a step cannot be taken. */
export function neededRecords({ path, about, repeats }: Step): RecordNumber[] {
  const others = [about, repeats].filter((record) => record !== undefined);
  return [...Object.values(path), ...others];
}

/** The records that a step names. */
export function namedRecords(step: Step): RecordNumber[] {
  return [...neededRecords(step), ...step.references.map(({ record }) => record)];
}
