import type { StateOperation } from "@openapi-packages/mock/description";
import { getMember } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedOperation } from "../description/verified-api.ts";
import type { Exchange } from "../wire/exchange.ts";

/** A record created for the test. */
export interface MadeRecord {
  readonly resource: string;
  readonly key: string;
  /** The path parameters of the operation that created it. */
  readonly path: Readonly<Record<string, unknown>>;
  readonly value: unknown;
}

/** The result of a creation. */
export interface Creation {
  /** The last request with its answer. */
  readonly exchange: Exchange;
  /** The input of that request. */
  readonly input: CallInput;
  /** `undefined` if it was refused, or its answer does not contain the record's key. */
  readonly record: MadeRecord | undefined;
}

/** An operation with its effect on resources. */
export interface FoundOperation {
  readonly operation: VerifiedOperation;
  readonly state: StateOperation;
}

/** Returns the path parameters with which a record was created. */
export function namedAbove({ path }: StateOperation, record: MadeRecord): Record<string, unknown> {
  const values = path.map(
    ({ parameter }) => [parameter, getMember(record.path, parameter)] as const,
  );
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}
