import type { StateDescriptor, StateOperation } from "../description.ts";

/** The effect of an operation on the resources; `undefined` where it answers with its examples. */
export function stateOperation(
  state: StateDescriptor | undefined,
  operationId: string,
): StateOperation | undefined {
  const operations = state?.operations ?? {};
  return Object.hasOwn(operations, operationId) ? operations[operationId] : undefined;
}
