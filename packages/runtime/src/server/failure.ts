import { errorBody } from "../errors.ts";
import type { ErrorBody, ErrorStatus } from "../errors.ts";
import { isJsonMediaType } from "../media-type.ts";
import type { ApiDescriptor } from "../operation.ts";
import type { Issue } from "../validation/issues.ts";
import type { HttpResponse } from "./types.ts";

/** The core throws it to reject a request with an error status. */
export class RequestFailure extends Error {
  readonly status: ErrorStatus;
  readonly issues: readonly Issue[];
  readonly headers: { readonly [name: string]: string };

  constructor(
    status: ErrorStatus,
    issues: readonly Issue[] = [],
    headers: { readonly [name: string]: string } = {},
  ) {
    super(`rejected with ${status}`);
    this.name = "RequestFailure";
    this.status = status;
    this.issues = issues;
    this.headers = headers;
  }
}

/** Creates an issue about the body, or about the member that the pointer names. */
export function bodyIssue(keyword: string, message: string, pointer = ""): Issue {
  return { in: "body", pointer, keyword, message };
}

/** Creates the failure for a body that the client did not send completely. */
export const incompleteBody = (): RequestFailure =>
  new RequestFailure(400, [bodyIssue("body", "must arrive in full")]);

/** Creates the failure for an operation without a handler (RFC 9110, section 15.6.2). */
export const notImplemented = (operationId: string): RequestFailure =>
  new RequestFailure(501, [
    {
      in: "operation",
      pointer: "",
      keyword: "handler",
      message: `${operationId} is not implemented`,
    },
  ]);

/**
 * Creates the response to a rejected request. Default: with the error body that is not specific to an
 * operation.
 */
export function failureResponse(
  api: ApiDescriptor,
  failure: RequestFailure,
  { mediaType, body }: ErrorBody = errorBody(api, failure.status, failure.issues),
): HttpResponse {
  const isText = typeof body === "string" && !isJsonMediaType(mediaType);
  const headers: HttpResponse["headers"] = {
    "content-type": isText ? `${mediaType}; charset=utf-8` : mediaType,
  };
  // Names from the description, such as scopes, may contain characters that headers must not contain.
  for (const [name, value] of Object.entries(failure.headers))
    headers[name] = value.replace(/[^\x20-\x7e]/g, "?");
  return { status: failure.status, headers, body: isText ? body : JSON.stringify(body) };
}

/** A handler throws it to respond with 501 and the name of the operation (RFC 9110, section 15.6.2). */
export class NotImplementedError extends RequestFailure {
  constructor(operationId: string) {
    const { status, issues } = notImplemented(operationId);
    super(status, issues);
    this.name = "NotImplementedError";
    this.message = `${operationId} is not implemented`;
  }
}
