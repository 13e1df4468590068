import { ClientApiError, ServiceApiError } from "@genai-app/client";
import type { ApiError } from "@genai-app/client";
import { description } from "../description.ts";

/** A class of errors, as the client throws them. */
type ErrorClass = new (...given: never) => ApiError;

/** What the body of each documented error says of its kind. */
const types: { readonly [status: number]: string } = {
  400: "ValidationError",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  409: "Conflict",
  413: "PayloadTooLarge",
  415: "UnsupportedMediaType",
  422: "UnprocessableContent",
  429: "TooManyRequests",
  500: "InternalServerError",
  503: "ServiceUnavailable",
};

/** The statuses of all documented errors: each operation's own and those of `x-common-errors`. */
export const statuses: readonly number[] = Object.keys(types).map(Number);

/** Those that the description has for all operations. */
export const commonStatuses: readonly number[] = description["x-common-errors"].statuses;

/** What the client throws for a status. */
export const errorClassOf = (status: number): ErrorClass =>
  status === 500 ? ServiceApiError : ClientApiError;

/** What the body of an error says of its kind. */
export const typeOf = (status: number): string => types[status] ?? "";
