import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { OperationValidators } from "@openapi-packages/runtime";
import type { Clock } from "../clock.ts";
import type { MockExample } from "../description.ts";
import type { MockLimits } from "../limits.ts";
import type { Snapshot } from "../types.ts";

/** The settings of a mock's state. */
export interface StateSettings {
  /** The seed of keys and secrets. */
  readonly seed: string | number;
  readonly clock: Clock;
  /** The records at the start. */
  readonly start: "examples" | "empty" | Snapshot;
  /** True if an operation is answered from the state. */
  readonly isOn: (operationId: string) => boolean;
  /** The answers of an operation, those of success first. */
  readonly examplesOf: (operationId: string) => readonly MockExample[];
  /** The most that is remembered. Left out: the defaults of {@link MockLimits}. */
  readonly limits?: Partial<MockLimits>;
  readonly validatorsOf: (operationId: string) => OperationValidators;
}

/** The input that the server core reads: a member for each place that has parameters, and the body. */
export interface MockInput {
  readonly path?: JsonObject;
  readonly query?: JsonObject;
  readonly header?: JsonObject;
  readonly cookie?: JsonObject;
  readonly body?: unknown;
}
