import type { OperationDescriptor, OperationValidators } from "@openapi-packages/runtime";
import type { MockExample, MockOperation } from "./description.ts";

const made = new WeakMap<MockOperation, readonly MockExample[]>();

/** What an operation answers that documents errors alone, as nobody means it always to fail. */
const done: MockExample = { status: "200", isExample: false, answer: { status: 200 } };

/** The answers of an operation, those of success first; made at their first use. */
export function examplesOf(mock: MockOperation): readonly MockExample[] {
  const known = made.get(mock);
  if (known !== undefined) return known;
  const given = typeof mock.answers === "function" ? mock.answers() : mock.answers;
  const failsAlways = given.length > 0 && given.every(({ answer }) => answer.status >= 400);
  const examples = failsAlways && !documentsSuccess(mock.operation) ? [done, ...given] : given;
  made.set(mock, examples);
  return examples;
}

/** Whether an operation documents anything but errors. */
export function documentsSuccess({ responses }: OperationDescriptor): boolean {
  return Object.keys(responses).some((status) => !/^[45]/.test(status));
}

/** The validators of an operation, loaded at their first use. */
export function validatorsOf({ validators }: MockOperation): OperationValidators {
  return typeof validators === "function" ? validators() : validators;
}
