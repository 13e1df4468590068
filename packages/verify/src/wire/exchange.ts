import type { VerifiedOperation } from "../description/verified-api.ts";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { Problem } from "../check/checks.ts";
import type { WireRequest, WireResponse } from "./wire-request.ts";

/** A request and what came of it. */
export interface Exchange {
  /** The operation that was meant; `undefined` where none was. */
  readonly operation: VerifiedOperation | undefined;
  /** What the request was written of; left out where no call of the client sends it. */
  readonly input?: CallInput | undefined;
  readonly request: WireRequest;
  /** `undefined` where there was no answer. */
  readonly response: WireResponse | undefined;
  /** The reason why there was no answer. */
  readonly failure?: string;
  /** The answer's body, read as its media type says; `undefined` where there is none, or it cannot be read. */
  readonly value?: unknown;
  /** Where the answer breaks the description. */
  readonly problems: readonly Problem[];
}
