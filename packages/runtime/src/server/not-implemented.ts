import { RequestFailure } from "./failure.ts";

/** Thrown by a handler that is not implemented yet: the response is 501 (RFC 9110, 15.6.2). */
export class NotImplementedError extends RequestFailure {
  constructor(operationId: string) {
    super(501);
    this.name = "NotImplementedError";
    this.message = `${operationId} is not implemented`;
  }
}
