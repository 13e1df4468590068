import type { VerifiedOperation } from "../description/verified-api.ts";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { Problem } from "../check/checks.ts";
import type { WireRequest, WireResponse } from "./wire-request.ts";

/** A request with its answer. */
export interface Exchange {
  /** The called operation; `undefined` if there was none. */
  readonly operation: VerifiedOperation | undefined;
  /** The input of the request. Absent if the client does not send such requests. */
  readonly input?: CallInput | undefined;
  readonly request: WireRequest;
  /** `undefined` without an answer. */
  readonly response: WireResponse | undefined;
  /** Why there was no answer. */
  readonly failure?: string;
  /** The parsed body of the answer; `undefined` if there is none, or it is unreadable. */
  readonly value?: unknown;
  /** The violations of the description in the answer. */
  readonly problems: readonly Problem[];
}
