import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedOperation } from "../description/verified-api.ts";
import type { MadeRecord } from "./made-record.ts";
import type { OtherExample } from "./other-examples.ts";
import type { RecordMaker } from "./renewed.ts";

/** What a creation can be tried again with. */
export interface CreationSource extends RecordMaker {
  /** Returns an input with texts that no other creation has; `undefined` if there are none. */
  renamed(operation: VerifiedOperation, input: CallInput, attempt: number): CallInput | undefined;
  /** Returns an input without the texts of earlier records that have to be unique, as far as the run knows. */
  withFreeTexts(operation: VerifiedOperation, input: CallInput): CallInput;
  /** Returns an input with other valid texts; `undefined` if there are none. */
  varied(operation: VerifiedOperation, input: CallInput, attempt: number): CallInput | undefined;
  /** Returns an input with times in the future that no other one has; `undefined` if it has no times. */
  withTimesToCome(operation: VerifiedOperation, input: CallInput): CallInput | undefined;
  /** Returns an input with times after those of its record; `undefined` if either has none. */
  withTimesAfter(operation: VerifiedOperation, input: CallInput): CallInput | undefined;
  /** Lets later cases refer to the records that this one refers to. */
  keep(resources: readonly string[]): void;
  /** Returns the other examples of a body as inputs that name records which exist. */
  otherExamples(operation: VerifiedOperation, input: CallInput): AsyncIterable<OtherExample>;
  /** Returns any record of a resource that may be made; `undefined` if there is none. */
  anyRecord(resource: string): Promise<MadeRecord | undefined>;
}
