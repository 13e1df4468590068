import { getMember, type JsonObject } from "@openapi-packages/runtime/internals";
import type { VerifiedApi } from "../description/verified-api.ts";
import type { Facts } from "./facts.ts";
import { isNothing } from "./same-value.ts";
import type { SequenceResult } from "./sequence-run.ts";
import type { RecordNumber } from "./step.ts";

/** The value that a request gave a member, for each side. */
export interface GivenValue {
  readonly service: unknown;
  readonly mock: unknown;
  /** The operation that set it. */
  readonly by: string;
}

/** The state of a record after the requests of a sequence. */
export interface TrackedRecord {
  readonly number: RecordNumber;
  readonly resource: string;
  /** Its parents at creation, by path parameter. */
  readonly path: Readonly<Record<string, RecordNumber>>;
  /** `unknown` if the service may have deleted it together with its parent. */
  presence: "there" | "deleted" | "unknown";
  /** The values that must be kept, by member. */
  given: Map<string, GivenValue>;
  /** True if lists may hide it, because a choice, a flag or its state has changed. */
  mayBeHidden: boolean;
  /** The value that the service returned last. */
  shown: JsonObject | undefined;
  /** The last final status. */
  ended: string | undefined;
}

/** The context of a comparison. */
export interface ComparisonContext {
  readonly api: VerifiedApi;
  readonly result: SequenceResult;
  readonly facts: Facts;
  /** The records as changed by the requests so far. */
  readonly records: ReadonlyMap<RecordNumber, TrackedRecord>;
}

/** True if a deleted record is marked as deleted: its values have changed, or it says so. */
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
