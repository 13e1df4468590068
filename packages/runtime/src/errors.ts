import { fillError, problemBody, problemOf } from "./error-template.ts";
import type { ApiDescriptor } from "./operation.ts";
import type { Issue } from "./validation/issues.ts";
import type { RefusedRequest } from "./error-template.ts";

export { errorCodes } from "./error-template.ts";
export type { ErrorStatus } from "./error-template.ts";

/** The body of an error response with its media type. */
export interface ErrorBody {
  readonly mediaType: string;
  readonly body: unknown;
}

/**
 * Creates the body of a runtime error that the operation does not document: by the common error schema if
 * it has the status (`x-common-errors`), otherwise as problem details (RFC 9457) with the code and the
 * issues as extension members.
 */
export function errorBody(
  api: ApiDescriptor,
  status: number,
  issues: readonly Issue[] = [],
  request?: RefusedRequest,
): ErrorBody {
  const problem = problemOf(status, issues, request);
  const common = api.errorBody;
  if (common?.statuses.includes(status))
    return { mediaType: common.mediaType, body: fillError(common.template, problem) };
  return { mediaType: "application/problem+json", body: problemBody(problem) };
}
