import type { OperationDescriptor } from "@openapi-packages/runtime";
import type { MockExample, MockOperation } from "./description.ts";

/** The answer of an operation that only documents errors, since it is hardly meant to fail always. */
const done: MockExample = { status: 200 };

/** Returns the answers of an operation, the successful ones first. */
export function examplesOf({ operation, answers }: MockOperation): readonly MockExample[] {
  const failsAlways = answers.length > 0 && answers.every(({ status }) => status >= 400);
  return failsAlways && !documentsSuccess(operation) ? [done, ...answers] : answers;
}

/** True if an operation documents anything but errors. */
export function documentsSuccess({ responses }: OperationDescriptor): boolean {
  return Object.keys(responses).some((status) => !/^[45]/.test(status));
}

/**
 * Returns the operation in the form of the server core. Its prototype is the given operation, whose members may be
 * getters that are computed on first access.
 */
export function asServed(operation: OperationDescriptor): OperationDescriptor {
  let responses: OperationDescriptor["responses"] | undefined;
  return Object.create(operation, {
    responses: { get: () => (responses ??= withSuccess(operation)) },
  });
}

/** The documented responses, with a success where only errors are documented. */
function withSuccess(operation: OperationDescriptor): OperationDescriptor["responses"] {
  const { responses } = operation;
  return documentsSuccess(operation) ? responses : { 200: {}, ...responses };
}
