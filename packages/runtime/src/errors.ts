import type { ApiDescriptor } from "./operation.ts";
import { reasonPhrase } from "./status.ts";
import type { Issue } from "./validation/issues.ts";

/** The kinds of error that the runtime itself responds with, by status. */
export const errorCodes = {
  400: "ValidationError",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  406: "NotAcceptable",
  408: "RequestTimeout",
  409: "Conflict",
  412: "PreconditionFailed",
  413: "PayloadTooLarge",
  414: "UriTooLong",
  415: "UnsupportedMediaType",
  422: "UnprocessableContent",
  431: "HeadersTooLarge",
  500: "InternalServerError",
  501: "NotImplemented",
  503: "ServiceUnavailable",
} as const;

/** A status that the runtime itself responds with. */
export type ErrorStatus = keyof typeof errorCodes;

/** The body of an error response with its media type. */
export interface ErrorBody {
  readonly mediaType: string;
  readonly body: { readonly [member: string]: unknown };
}

/**
 * Creates the body of an error response of the runtime: by the description's own error schema if it has
 * one for the status, otherwise problem details (RFC 9457) with the code and the issues as extension
 * members.
 */
export function errorBody(
  api: ApiDescriptor,
  status: ErrorStatus,
  issues: readonly Issue[] = [],
): ErrorBody {
  const described = api.errorBody;
  const code = errorCodes[status];
  if (!described?.statuses.includes(status)) {
    const details = issues.length > 0 ? { errors: issues } : {};
    const body = { type: "about:blank", title: reasonPhrase(status), status, code, ...details };
    return { mediaType: "application/problem+json", body };
  }
  const { members } = described;
  const body: { [member: string]: unknown } = { [members.code]: code };
  if (members.issues !== undefined && issues.length > 0) body[members.issues] = issues;
  return { mediaType: described.mediaType, body };
}
