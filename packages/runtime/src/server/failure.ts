import { errorBody } from "../errors.ts";
import type { ErrorStatus } from "../errors.ts";
import type { ApiDescriptor } from "../operation.ts";
import type { Issue } from "../validation/issues.ts";
import type { HttpResponse } from "./types.ts";

/** A request that the server refuses: thrown inside the core, answered as its status. */
export class RequestFailure extends Error {
  readonly status: ErrorStatus;
  readonly issues: readonly Issue[];
  readonly headers: { readonly [name: string]: string };

  constructor(
    status: ErrorStatus,
    issues: readonly Issue[] = [],
    headers: { readonly [name: string]: string } = {},
  ) {
    super(`refused with ${status}`);
    this.name = "RequestFailure";
    this.status = status;
    this.issues = issues;
    this.headers = headers;
  }
}

/** An issue with the body, or with what the pointer names of it. */
export function bodyIssue(keyword: string, message: string, pointer = ""): Issue {
  return { in: "body", pointer, keyword, message };
}

/** The refusal of a body that its client did not send to its end. */
export const cutOff = (): RequestFailure =>
  new RequestFailure(400, [bodyIssue("body", "must arrive in full")]);

/** The response to a request that is refused. */
export function failureResponse(api: ApiDescriptor, failure: RequestFailure): HttpResponse {
  const { mediaType, body } = errorBody(api, failure.status, failure.issues);
  return {
    status: failure.status,
    headers: { ...failure.headers, "content-type": mediaType },
    body: JSON.stringify(body),
  };
}
