import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { Contents, MockRecord, Scope } from "./record.ts";
import type { ResourceStore } from "./store.ts";

/** The parts of a new record. */
export interface NewRecord {
  readonly store: ResourceStore;
  readonly key: string;
  readonly scope: Scope;
  readonly value: JsonObject;
  readonly since?: number;
  readonly passed?: number;
  readonly contents?: Contents;
  readonly event?: string;
  /** True if it is from an example. Default: it was created. */
  readonly isSeed?: boolean;
  readonly secret?: string | null;
}

/**
 * Creates a record that is not stored yet.
 *
 * @param order its position in the order of creation
 */
export function recordOf(
  {
    store,
    key,
    scope,
    value,
    passed = 0,
    since,
    contents,
    event,
    isSeed = false,
    secret,
  }: NewRecord,
  order: number,
): MockRecord {
  return {
    resource: store.name,
    key,
    order,
    scope,
    value,
    since,
    passed,
    contents,
    secret,
    event,
    isGone: true,
    isSeed,
    bytes: 0,
    shown: undefined,
  };
}
