import { errorBody } from "../errors.ts";
import type { ErrorBody, ErrorStatus } from "../errors.ts";
import { isJsonMediaType } from "../media-type.ts";
import type { ApiDescriptor } from "../operation.ts";
import type { Issue } from "../validation/issues.ts";
import type { HttpResponse } from "./types.ts";

/** Thrown inside the core for a request that is rejected with an error status. */
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

/** Creates an issue with the body, or with the member that the pointer names. */
export function bodyIssue(keyword: string, message: string, pointer = ""): Issue {
  return { in: "body", pointer, keyword, message };
}

/** The failure for a body that the client did not send completely. */
export const incompleteBody = (): RequestFailure =>
  new RequestFailure(400, [bodyIssue("body", "must arrive in full")]);

/** The failure of an operation that nothing answers for (RFC 9110, 15.6.2). */
export const notImplemented = (operationId: string): RequestFailure =>
  new RequestFailure(501, [
    {
      in: "operation",
      pointer: "",
      keyword: "handler",
      message: `${operationId} is not implemented`,
    },
  ]);

/** Creates the response to a request that is rejected; by default with the body that no operation documents. */
export function failureResponse(
  api: ApiDescriptor,
  failure: RequestFailure,
  { mediaType, body }: ErrorBody = errorBody(api, failure.status, failure.issues),
): HttpResponse {
  const isText = typeof body === "string" && !isJsonMediaType(mediaType);
  const headers: HttpResponse["headers"] = {
    "content-type": isText ? `${mediaType}; charset=utf-8` : mediaType,
  };
  // Names of a description, such as scopes, may have characters that a header cannot have.
  for (const [name, value] of Object.entries(failure.headers))
    headers[name] = value.replace(/[^\x20-\x7e]/g, "?");
  return { status: failure.status, headers, body: isText ? body : JSON.stringify(body) };
}
