import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { Scope } from "./record.ts";

/** The input of a new record. */
export interface Draft {
  /** The members of the request. */
  readonly taken: JsonObject;
  readonly places: Scope;
  /** Its key, and others, where servers may not accept the first. */
  readonly keys: readonly unknown[];
  readonly principal: unknown;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The source of a member of new records. */
export interface MemberSource {
  /** True if it may be another in each record. */
  readonly isMoving: boolean;
  /** The value that is wanted. */
  readonly wanted: (draft: Draft) => unknown;
  /** Other possible values, the better first. */
  readonly others: (draft: Draft) => readonly unknown[];
}

/** The common part of new records from requests that have the same members. */
export interface RequestShape {
  /** The members that they say, in order. */
  readonly names: readonly string[];
  /** The example that the others are taken from. */
  readonly pattern: JsonObject;
  readonly sources: ReadonlyMap<string, MemberSource>;
  /** The sources of members that may be others in each record. */
  readonly moving: readonly (readonly [name: string, source: MemberSource])[];
  /** The members that they leave out: what was found out of these holds for the next request as well. */
  readonly open: readonly string[];
  /** A record that was accepted, all of it as it is wanted; what moves is to be put in its place. */
  template: JsonObject | undefined;
}
