import type { StateOperation } from "@openapi-packages/mock/description";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedOperation } from "../description/verified-api.ts";

/** The number of a record in a sequence, in the order of creation. Each side has its own key for it. */
export type RecordNumber = number;

/** An operation in sequences, with its effect on records. */
export interface ModelOperation {
  readonly operation: VerifiedOperation;
  readonly state: StateOperation;
  /** A successful input, apart from the keys of records. */
  readonly input: CallInput;
  /** The path parameter with the key of the affected record. Default: there is none. */
  readonly item?: string;
  /** The page size of a list; `undefined` if it is unknown. */
  readonly pageSize?: number | undefined;
}

/** One call of a sequence. It refers to records by number, because their keys are only known at run time. */
export interface Step {
  readonly call: ModelOperation;
  readonly body?: unknown;
  /** The path parameters that are keys of records of the sequence. */
  readonly path: Readonly<Record<string, RecordNumber>>;
  /** The places in the body that are keys of records of the sequence. */
  readonly references: readonly Reference[];
  /** The record that it creates. */
  readonly creates?: RecordNumber;
  /** The record that it reads, changes or deletes. */
  readonly about?: RecordNumber;
  /** The record whose body it repeats. */
  readonly repeats?: RecordNumber;
}

/** A reference to a record in a body. */
export interface Reference {
  readonly pointer: readonly string[];
  readonly record: RecordNumber;
  /** True if the body has its key as a number. */
  readonly isNumber: boolean;
}

/** Returns the records that a step requires. */
export function neededRecords({ path, about, repeats }: Step): RecordNumber[] {
  const others = [about, repeats].filter((record) => record !== undefined);
  return [...Object.values(path), ...others];
}

/** Returns the records that a step refers to. */
export function namedRecords(step: Step): RecordNumber[] {
  return [...neededRecords(step), ...step.references.map(({ record }) => record)];
}
