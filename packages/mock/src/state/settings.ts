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
  /** The initial records. */
  readonly start: "examples" | "empty" | Snapshot;
  /** True if an operation is answered from the state. */
  readonly isOn: (operationId: string) => boolean;
  /** Returns the answers of an operation, the successful ones first. */
  readonly examplesOf: (operationId: string) => readonly MockExample[];
  /** The limits for stored data. Default: those of {@link MockLimits}. */
  readonly limits?: Partial<MockLimits>;
  readonly validatorsOf: (operationId: string) => OperationValidators;
}

/** The input from the server core: a member for each location of parameters, and the body. */
export interface MockInput {
  readonly path?: JsonObject;
  readonly query?: JsonObject;
  readonly header?: JsonObject;
  readonly cookie?: JsonObject;
  readonly body?: unknown;
}
