import type {
  OperationDescriptor,
  OperationSerializers,
  OperationValidators,
} from "../operation.ts";
import type { AnyHandler, Route } from "./types.ts";

/** What each operation has of something, by operationId. */
interface ByOperation<Value> {
  readonly [operationId: string]: Value;
}

/** An operation and its handler; without one it answers 501. */
export type BoundOperation<Context> = readonly [
  operation: OperationDescriptor,
  handler: AnyHandler<Context> | undefined,
];

/**
 * The routes of operations: each with its handler, its validators and its serializers.
 *
 * @throws {TypeError} when an operation has no validators, which the contract has for every one.
 */
export function routesOf<Context>(
  validators: ByOperation<OperationValidators>,
  serializers: ByOperation<OperationSerializers>,
  bound: readonly BoundOperation<Context>[],
): Route<Context>[] {
  return bound.map(([operation, handler]) => {
    const { operationId } = operation;
    const own = validators[operationId];
    if (own === undefined) throw new TypeError(`${operationId}: there are no validators`);
    const sent = serializers[operationId];
    return { operation, validators: own, ...(sent && { serializers: sent }), handler };
  });
}
