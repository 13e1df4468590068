import type { OperationErrorBodies } from "../error-types.ts";
import type { OperationReceivedBodies } from "../received.ts";
import type { OperationCodec } from "../operation-codec.ts";
import type {
  OperationDescriptor,
  OperationSerializers,
  OperationValidators,
} from "../operation.ts";
import type { Renaming } from "./renaming.ts";
import type { AnyHandler, Route } from "./types.ts";

/** What each operation has of something, by operationId. */
interface ByOperation<Value> {
  readonly [operationId: string]: Value;
}

/**
 * An operation and its handler; without one it answers 501. Each has the type of its own operation, whose
 * context may differ from that of others. What checks and serializes it stands beside it, so that a bundle
 * has that of no other operation.
 */
export type BoundOperation = readonly [
  operation: OperationDescriptor,
  handler: AnyHandler<never> | undefined,
  validators: OperationValidators,
  serializers?: OperationSerializers,
];

/** What only some operations have. */
export interface RouteTables {
  readonly errorBodies?: ByOperation<OperationErrorBodies>;
  readonly received?: ByOperation<OperationReceivedBodies>;
  readonly codecs?: ByOperation<OperationCodec>;
  readonly renamings?: ByOperation<Renaming>;
}

/** The routes of operations: each with its handler, its validators and its serializers. */
export function routesOf<Context>(
  bound: readonly BoundOperation[],
  { errorBodies = {}, received = {}, codecs = {}, renamings = {} }: RouteTables = {},
): Route<Context>[] {
  return bound.map(([operation, handler, validators, serializers]) => {
    const { operationId } = operation;
    const errors = errorBodies[operationId];
    const bodies = received[operationId];
    const codec = codecs[operationId];
    const renaming = renamings[operationId];
    return {
      operation,
      validators,
      ...(serializers && { serializers }),
      ...(errors && { errorBodies: errors }),
      ...(bodies && { received: bodies }),
      ...(codec && { codec }),
      ...(renaming && { renaming }),
      handler: handler as AnyHandler<Context> | undefined,
    };
  });
}
