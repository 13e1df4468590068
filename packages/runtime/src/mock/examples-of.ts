import type { OperationValidators } from "../operation.ts";
import type { MockExample, MockOperation } from "./description.ts";

const made = new WeakMap<MockOperation, readonly MockExample[]>();

/** The answers of an operation, those of success first; made at their first use. */
export function examplesOf(mock: MockOperation): readonly MockExample[] {
  if (typeof mock.answers !== "function") return mock.answers;
  const examples = made.get(mock) ?? mock.answers();
  made.set(mock, examples);
  return examples;
}

/** The validators of an operation, loaded at their first use. */
export function validatorsOf({ validators }: MockOperation): OperationValidators {
  return typeof validators === "function" ? validators() : validators;
}
