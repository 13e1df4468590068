import type { StateOperation } from "@openapi-packages/mock/description";
import { resolvePointer } from "@openapi-packages/runtime";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedOperation } from "../description/verified-api.ts";
import type { Exchange } from "../wire/exchange.ts";

/** A record created for the test. */
export interface MadeRecord {
  readonly resource: string;
  readonly key: string;
  /** The path parameters of the operation that created it. */
  readonly path: Readonly<Record<string, unknown>>;
  /** The body of the answer. */
  readonly value: unknown;
  /** The place of the record in that body. */
  readonly at?: string | undefined;
  /** The body of the request. */
  readonly sent?: unknown;
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

/**
 * Returns the path parameters that are known from a record: those with which it was created, and those that its
 * own members name, as `sku` of a reservation names the article above it.
 */
export function namedAbove(state: StateOperation, record: MadeRecord): Record<string, unknown> {
  const isOfOwn = record.resource === state.resource;
  const values = state.path.map(({ parameter, member, resource }) => {
    const isParent = isOfOwn && member !== undefined && resource !== state.resource;
    const [sent, shown] = isParent ? membersOf(record, member) : [];
    return [parameter, sent ?? getMember(record.path, parameter) ?? shown] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** Returns a member of a record as it was sent and as it was answered; `undefined` if it is no text or number. */
export function membersOf(
  { value, at = "", sent }: MadeRecord,
  name: string,
): readonly [sent: string | number | undefined, shown: string | number | undefined] {
  return [scalarIn(sent, name), scalarIn(resolvePointer(value, at), name)];
}

function scalarIn(holder: unknown, name: string): string | number | undefined {
  const value = isObject(holder) ? getMember(holder, name) : undefined;
  return typeof value === "string" || typeof value === "number" ? value : undefined;
}
