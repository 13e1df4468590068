import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { Scope } from "./record.ts";

/** What a new record follows from. */
export interface Draft {
  /** What the request says. */
  readonly taken: JsonObject;
  readonly places: Scope;
  /** Its key, and others, where servers may not accept the first. */
  readonly keys: readonly unknown[];
  readonly principal: unknown;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Where a member of new records comes from. */
export interface MemberSource {
  /** True if it may be another in each record. */
  readonly isMoving: boolean;
  /** What it is to be. */
  readonly wanted: (draft: Draft) => unknown;
  /** What it may be instead, the better first. */
  readonly others: (draft: Draft) => readonly unknown[];
}

/** What the new records have in common of requests that say the same members. */
export interface RequestShape {
  /** The members that they say, in order. */
  readonly names: readonly string[];
  readonly sources: ReadonlyMap<string, MemberSource>;
  /** The sources of members that may be others in each record. */
  readonly moving: readonly (readonly [name: string, source: MemberSource])[];
  /** The members that they leave out: what was found out of these holds for the next request as well. */
  readonly open: readonly string[];
  /** A record that was accepted, all of it as it is wanted; what moves is to be put in its place. */
  template: JsonObject | undefined;
}
