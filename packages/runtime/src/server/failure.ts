import { errorBody } from "../errors.ts";
import type { ErrorStatus } from "../errors.ts";
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

/** Creates the response to a request that is rejected. */
export function failureResponse(api: ApiDescriptor, failure: RequestFailure): HttpResponse {
  const { mediaType, body } = errorBody(api, failure.status, failure.issues);
  const headers: HttpResponse["headers"] = { "content-type": mediaType };
  // Names of a description, such as scopes, may have characters that a header cannot have.
  for (const [name, value] of Object.entries(failure.headers))
    headers[name] = value.replace(/[^\x20-\x7e]/g, "?");
  return {
    status: failure.status,
    headers,
    body: JSON.stringify(body),
  };
}
