import { notImplemented, RequestFailure } from "./failure.ts";

/** A handler throws it to respond with 501 and the name of the operation (RFC 9110, section 15.6.2). */
export class NotImplementedError extends RequestFailure {
  constructor(operationId: string) {
    const { status, issues } = notImplemented(operationId);
    super(status, issues);
    this.name = "NotImplementedError";
    this.message = `${operationId} is not implemented`;
  }
}
