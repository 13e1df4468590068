import type { StateDescriptor, StateOperation } from "../description.ts";

/** Returns the effect of an operation on the resources; `undefined` if it answers with its examples. */
export function stateOperation(
  state: StateDescriptor | undefined,
  operationId: string,
): StateOperation | undefined {
  const operations = state?.operations ?? {};
  return Object.hasOwn(operations, operationId) ? operations[operationId] : undefined;
}
