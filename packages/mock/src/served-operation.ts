import type { OperationDescriptor } from "@openapi-packages/runtime";
import { documentsSuccess } from "./examples-of.ts";

/**
 * An operation as the server core has it. The description's own is its prototype: what stands there may be
 * made when it is first looked at.
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
