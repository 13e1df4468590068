import type { MockOperation } from "@openapi-packages/mock/description";
import type { Description } from "@openapi-packages/compiler";
import type { Operation } from "@openapi-packages/description";

/** An operation of the description with its model and its runtime parts. */
export interface VerifiedOperation {
  readonly id: string;
  /** The generator's model of it: schemas, examples, pointers. */
  readonly model: Operation;
  /** Its descriptor and validators. */
  readonly mock: MockOperation;
  readonly tag: string;
}

/** A description with its operations. */
export interface VerifiedApi {
  readonly description: Description;
  readonly operations: readonly VerifiedOperation[];
  /** Finds an operation by `operationId`. */
  find(operationId: string): VerifiedOperation | undefined;
}

/** Returns the operations of a description in order, without webhooks and callbacks. */
export function verifiedApi(description: Description): VerifiedApi {
  const mocks = new Map(
    description.mock.operations.map((one) => [one.operation.operationId, one] as const),
  );
  const operations = description.model.groups.flatMap(({ tag, operations: own }) =>
    own.flatMap((model): VerifiedOperation[] => {
      const mock = mocks.get(model.id);
      return mock === undefined ? [] : [{ id: model.id, model, mock, tag }];
    }),
  );
  const byId = new Map(operations.map((one) => [one.id, one] as const));
  return { description, operations, find: (operationId) => byId.get(operationId) };
}
