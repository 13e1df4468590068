import type { OperationErrorBodies } from "../error-types.ts";
import type { OperationReceivedBodies } from "../received.ts";
import type { OperationCodec } from "../operation-codec.ts";
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

/**
 * An operation and its handler; without one it answers 501. Each has the type of its own operation, whose
 * context may differ from that of others.
 */
export type BoundOperation = readonly [
  operation: OperationDescriptor,
  handler: AnyHandler<never> | undefined,
];

/** What only some operations have. */
export interface RouteTables {
  readonly errorBodies?: ByOperation<OperationErrorBodies>;
  readonly received?: ByOperation<OperationReceivedBodies>;
  readonly codecs?: ByOperation<OperationCodec>;
}

/**
 * The routes of operations: each with its handler, its validators and its serializers.
 *
 * @throws {TypeError} when an operation has no validators, which the contract has for every one.
 */
export function routesOf<Context>(
  validators: ByOperation<OperationValidators>,
  serializers: ByOperation<OperationSerializers>,
  bound: readonly BoundOperation[],
  { errorBodies = {}, received = {}, codecs = {} }: RouteTables = {},
): Route<Context>[] {
  return bound.map(([operation, handler]) => {
    const { operationId } = operation;
    const own = validators[operationId];
    if (own === undefined) throw new TypeError(`${operationId}: there are no validators`);
    const sent = serializers[operationId];
    const errors = errorBodies[operationId];
    const bodies = received[operationId];
    const codec = codecs[operationId];
    return {
      operation,
      validators: own,
      ...(sent && { serializers: sent }),
      ...(errors && { errorBodies: errors }),
      ...(bodies && { received: bodies }),
      ...(codec && { codec }),
      handler: handler as AnyHandler<Context> | undefined,
    };
  });
}
