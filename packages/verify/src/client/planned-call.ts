import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedOperation } from "../description/verified-api.ts";
import type { ClientError, ClientOutcome } from "./adapter.ts";
import type { WrittenAnswer } from "./planned-answers.ts";
import type { ReadRequest } from "./read-request.ts";
import type { Difference } from "./same-value.ts";
import type { ReceivedRequest, ScriptedAnswer } from "./scripted-server.ts";

/** A call to make, and how its requests are answered. */
export interface PlannedCall {
  readonly operation: VerifiedOperation;
  readonly input: CallInput;
  /** The documented answer. The client may have to ask for it. */
  readonly answer: WrittenAnswer;
  /** Returns the answer to a request by the number of earlier ones. Default: `answer`. */
  readonly respond?: (count: number) => ScriptedAnswer;
  /** The number of stream items after which the iteration is left. Default: all. */
  readonly mostItems?: number;
}

/** A completed call. */
export interface MadeCall extends PlannedCall {
  /** `undefined` if it did not end in time. */
  readonly outcome: ClientOutcome | undefined;
  /** The items that were read of a stream. */
  readonly items: readonly unknown[];
  /** The error of reading a stream. */
  readonly streamError: ClientError | undefined;
  /** The first change of the input that the caller gave. */
  readonly changedInput?: Difference | undefined;
  readonly requests: readonly ReadReceived[];
  /** True if the client has closed the connection of a stream that was left. */
  readonly isClosed?: boolean;
}

/** A received request, as the description's server reads it. */
export interface ReadReceived extends ReceivedRequest {
  readonly read: ReadRequest;
}

/** The result of a call. */
export type CallResult = Pick<MadeCall, "outcome" | "items" | "streamError" | "changedInput">;
