import type { Issue } from "@openapi-packages/runtime";

/** `mock` answers locally, `proxy` passes on, `record` passes on and stores the answer for `mock`. */
export type UpstreamMode = "mock" | "proxy" | "record";

/** A violation of the description in an exchange with another server. */
export interface Violation {
  readonly operationId: string | undefined;
  readonly method: string;
  readonly url: string;
  readonly side: "request" | "response";
  readonly status: number | undefined;
  readonly message: string;
  readonly issues: readonly Issue[];
}

/** A completed exchange, for logs. */
export interface MockExchange {
  readonly number: number;
  /** In milliseconds since 1970. */
  readonly time: number;
  readonly method: string;
  readonly url: string;
  readonly operationId: string | undefined;
  readonly status: number | undefined;
  /** The time in milliseconds from the request to the complete answer. */
  readonly duration: number;
  readonly mode: UpstreamMode;
  /** The name of the fault that was applied. */
  readonly fault: string | undefined;
  /** The violations of the description. */
  readonly violations: readonly Violation[];
}
