import type { OperationErrorBodies } from "../error-types.ts";
import type { OperationReceivedBodies } from "../received.ts";
import type { OperationCodec } from "../operation-codec.ts";
import type {
  OperationDescriptor,
  OperationSerializers,
  OperationValidators,
} from "../operation.ts";
import type { AnyHandler, Route } from "./types.ts";

/** One value for each operation, by operationId. */
interface ByOperation<Value> {
  readonly [operationId: string]: Value;
}

/**
 * An operation with its handler, without which it answers 501. Each handler has its operation's own types,
 * whose contexts may differ. Validators and serializers are listed beside it, so that a bundle only
 * contains those of the operations that it uses.
 */
export type BoundOperation = readonly [
  operation: OperationDescriptor,
  handler: AnyHandler<never> | undefined,
  validators: OperationValidators,
  serializers?: OperationSerializers,
];

/** Tables that only some operations need. */
export interface RouteTables {
  readonly errorBodies?: ByOperation<OperationErrorBodies>;
  readonly received?: ByOperation<OperationReceivedBodies>;
  readonly codecs?: ByOperation<OperationCodec>;
}

/** Creates the routes of operations with their handlers, validators and serializers. */
export function routesOf<Context>(
  bound: readonly BoundOperation[],
  { errorBodies = {}, received = {}, codecs = {} }: RouteTables = {},
): Route<Context>[] {
  return bound.map(([operation, handler, validators, serializers]) => {
    const { operationId } = operation;
    const errors = errorBodies[operationId];
    const bodies = received[operationId];
    const codec = codecs[operationId];
    return {
      operation,
      validators,
      ...(serializers && { serializers }),
      ...(errors && { errorBodies: errors }),
      ...(bodies && { received: bodies }),
      ...(codec && { codec }),
      handler: handler as AnyHandler<Context> | undefined,
    };
  });
}
