import type { ClientOperation } from "./operation.ts";

/** A page contradicts the declared pagination of its list operation. */
export class PaginationError extends Error {
  readonly operationId: string;

  constructor(operation: ClientOperation, reason: string) {
    super(`${operation.operationId}: ${reason}`);
    this.name = "PaginationError";
    this.operationId = operation.operationId;
  }
}
