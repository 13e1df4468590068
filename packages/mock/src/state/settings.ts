import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { OperationValidators } from "@openapi-packages/runtime";
import type { Clock } from "../clock.ts";
import type { MockExample } from "../description.ts";
import type { Snapshot } from "../types.ts";

/** What the state of a mock stands on. */
export interface StateSettings {
  /** What keys and secrets follow from. */
  readonly seed: string | number;
  readonly clock: Clock;
  /** What there is at the start. */
  readonly start: "examples" | "empty" | Snapshot;
  /** True if an operation is answered from the state. */
  readonly isOn: (operationId: string) => boolean;
  /** The answers of an operation, those of success first. */
  readonly examplesOf: (operationId: string) => readonly MockExample[];
  readonly validatorsOf: (operationId: string) => OperationValidators;
}

/** What the server core reads from a request: a member for each place that has parameters, and the body. */
export interface MockInput {
  readonly path?: JsonObject;
  readonly query?: JsonObject;
  readonly header?: JsonObject;
  readonly cookie?: JsonObject;
  readonly body?: unknown;
}
