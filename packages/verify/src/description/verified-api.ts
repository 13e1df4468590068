import type { MockOperation } from "@openapi-packages/mock/description";
import type { Description, Operation } from "openapi-packages/description";

/** An operation of the description, and what it is at run time. */
export interface VerifiedOperation {
  readonly id: string;
  /** As the generator's model has it: schemas, examples, pointers. */
  readonly model: Operation;
  /** Descriptor and validators. */
  readonly mock: MockOperation;
  readonly tag: string;
}

/** A description, by operations. */
export interface VerifiedApi {
  readonly description: Description;
  readonly operations: readonly VerifiedOperation[];
  /** By `operationId`. */
  find(operationId: string): VerifiedOperation | undefined;
}

/** The operations of a description in its order, webhooks and callbacks left out. */
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
