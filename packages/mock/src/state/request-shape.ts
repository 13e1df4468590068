import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { Scope } from "./record.ts";

/** The input of a new record. */
export interface Draft {
  /** The members of the request. */
  readonly taken: JsonObject;
  readonly places: Scope;
  /** Its key, followed by alternatives for servers that do not accept the first. */
  readonly keys: readonly unknown[];
  readonly principal: unknown;
  /** In milliseconds since 1970. */
  readonly now: number;
}

/** The source of a member's values in new records. */
export interface MemberSource {
  /** True if the value may differ for each record. */
  readonly isMoving: boolean;
  /** Returns the preferred value. */
  readonly wanted: (draft: Draft) => unknown;
  /** Returns other possible values, the better ones first. */
  readonly others: (draft: Draft) => readonly unknown[];
}

/** What new records from requests with the same members have in common. */
export interface RequestShape {
  /** The members of the requests, in order. */
  readonly names: readonly string[];
  /** The example for the other members. */
  readonly pattern: JsonObject;
  readonly sources: ReadonlyMap<string, MemberSource>;
  /** The sources of members that may differ for each record. */
  readonly moving: readonly (readonly [name: string, source: MemberSource])[];
  /** The omitted members. Results for their values also apply to the next request. */
  readonly open: readonly string[];
  /** An accepted record with all preferred values. The values that differ are filled in. */
  template: JsonObject | undefined;
}
