import { notImplemented, RequestFailure } from "./failure.ts";

/** Thrown by a handler that is not implemented yet: the response is 501 and names the operation (RFC 9110, 15.6.2). */
export class NotImplementedError extends RequestFailure {
  constructor(operationId: string) {
    const { status, issues } = notImplemented(operationId);
    super(status, issues);
    this.name = "NotImplementedError";
    this.message = `${operationId} is not implemented`;
  }
}
