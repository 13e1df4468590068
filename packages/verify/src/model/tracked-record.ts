import { getMember, type JsonObject } from "@openapi-packages/runtime/internals";
import type { VerifiedApi } from "../description/verified-api.ts";
import type { Facts } from "./facts.ts";
import { isNothing } from "./same-value.ts";
import type { SequenceResult } from "./sequence-run.ts";
import type { RecordNumber } from "./step.ts";

/** A value that a request gave a member, in the keys of either side. */
export interface GivenValue {
  readonly service: unknown;
  readonly mock: unknown;
  /** The operation that gave it. */
  readonly by: string;
}

/** What the requests of a sequence made of a record. */
export interface TrackedRecord {
  readonly number: RecordNumber;
  readonly resource: string;
  /** The records that it was made below, by path parameter. */
  readonly path: Readonly<Record<string, RecordNumber>>;
  /** `unknown` where a service may have deleted it, and need not have: what it was below is gone. */
  presence: "there" | "deleted" | "unknown";
  /** The values that are to be kept, by member. */
  given: Map<string, GivenValue>;
  /** True if something may hide it from lists: a choice or a flag was changed, or something was done with it. */
  mayBeHidden: boolean;
  /** As the service has shown it last. */
  shown: JsonObject | undefined;
  /** The last status that nothing comes after. */
  ended: string | undefined;
}

/** What a comparison is made of. */
export interface ComparisonContext {
  readonly api: VerifiedApi;
  readonly result: SequenceResult;
  readonly facts: Facts;
  /** The records as the requests so far made them. */
  readonly records: ReadonlyMap<RecordNumber, TrackedRecord>;
}

/** True if a deleted record is shown as one that is: with other values than before, or a word about it. */
export function isMarkedAsDeleted(
  { shown: before }: TrackedRecord,
  shown: JsonObject | undefined,
): boolean {
  if (before === undefined || shown === undefined) return true;
  return Object.entries(shown).some(([name, value]) => {
    const known = getMember(before, name);
    if (known !== undefined) return JSON.stringify(known) !== JSON.stringify(value);
    return !isNothing(value) && /delet|remov|archiv|activ|enabl|status|state|trash/i.test(name);
  });
}
