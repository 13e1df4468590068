import type { OperationDescriptor } from "../operation.ts";
import { reasonPhrase } from "../status.ts";

/** An answer that is no success, or that the description does not know. */
export class ApiError<Body = unknown> extends Error {
  readonly status: number;
  /** The decoded body; text where it is not what its content type says. */
  readonly body: Body;
  readonly headers: Headers;
  readonly operationId: string;
  readonly method: string;
  /** The operation's path template. */
  readonly path: string;
  /** The response, its body read already. */
  readonly response: Response;

  /** @param reason what more to say than the status, such as the kind of error in the body. */
  constructor(operation: OperationDescriptor, response: Response, body: Body, reason?: string) {
    const phrase = response.statusText || reasonPhrase(response.status);
    const parts = [`${operation.operationId}: ${response.status} ${phrase}`.trimEnd(), reason];
    super(parts.filter((part) => part !== undefined).join(": "));
    this.name = "ApiError";
    this.status = response.status;
    this.body = body;
    this.headers = response.headers;
    this.operationId = operation.operationId;
    this.method = operation.method;
    this.path = operation.path;
    this.response = response;
  }
}

/** No answer, or not all of it: the request could not be sent or the connection broke off. */
export class ConnectionError extends Error {
  readonly operationId: string;

  constructor(operation: OperationDescriptor, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`${operation.operationId}: the connection failed: ${reason}`, { cause });
    this.name = "ConnectionError";
    this.operationId = operation.operationId;
  }
}

/** A success whose body is not what its content type, or the description, says. */
export class DecodeError extends Error {
  readonly operationId: string;
  readonly status: number;
  readonly response: Response;

  constructor(
    operation: OperationDescriptor,
    response: Response,
    reason: string,
    options?: { readonly cause: unknown },
  ) {
    super(`${operation.operationId}: ${response.status}: ${reason}`, options);
    this.name = "DecodeError";
    this.operationId = operation.operationId;
    this.status = response.status;
    this.response = response;
  }
}

/** A list operation whose pages do not lead on as its description says. */
export class PaginationError extends Error {
  readonly operationId: string;

  constructor(operation: OperationDescriptor, reason: string) {
    super(`${operation.operationId}: ${reason}`);
    this.name = "PaginationError";
    this.operationId = operation.operationId;
  }
}
