import type { Operation, OperationGroup } from "@openapi-packages/description/model/api-model";

/** The method of a generated client that calls an operation. */
export interface ClientMethod {
  readonly group: OperationGroup;
  readonly operation: Operation;
}
