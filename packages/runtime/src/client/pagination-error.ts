import type { ClientOperation } from "./operation.ts";

/** A list operation whose pages do not lead on as its description says. */
export class PaginationError extends Error {
  readonly operationId: string;

  constructor(operation: ClientOperation, reason: string) {
    super(`${operation.operationId}: ${reason}`);
    this.name = "PaginationError";
    this.operationId = operation.operationId;
  }
}
