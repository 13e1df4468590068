import type { StateOperation } from "@openapi-packages/mock/description";
import { getMember } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedOperation } from "../description/verified-api.ts";
import type { Exchange } from "../wire/exchange.ts";

/** A record that was made for the test. */
export interface MadeRecord {
  readonly resource: string;
  readonly key: string;
  /** The path parameters of the operation that made it. */
  readonly path: Readonly<Record<string, unknown>>;
  readonly value: unknown;
}

/** What came of a creation. */
export interface Creation {
  /** The last request, and its answer. */
  readonly exchange: Exchange;
  /** What it was sent with. */
  readonly input: CallInput;
  /** `undefined` where it was refused, or its answer does not show the record's key. */
  readonly record: MadeRecord | undefined;
}

/** An operation with what it does to resources. */
export interface FoundOperation {
  readonly operation: VerifiedOperation;
  readonly state: StateOperation;
}

/** The parameters of an operation's path with which a record was made. */
export function namedAbove({ path }: StateOperation, record: MadeRecord): Record<string, unknown> {
  const values = path.map(
    ({ parameter }) => [parameter, getMember(record.path, parameter)] as const,
  );
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}
