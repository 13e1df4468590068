export type Detail = { path: string; message: string };

export class ApiError extends Error {
  status: number;
  code: string;
  details: Detail[];
  headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    message: string,
    details: Detail[] = [],
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

export const badRequest = (message: string, details: Detail[] = []): ApiError =>
  new ApiError(400, "bad_request", message, details);

export const badParameter = (name: string, message: string): ApiError =>
  badRequest(`The parameter ${name} is wrong.`, [{ path: name, message }]);

export const forbidden = (message: string): ApiError => new ApiError(403, "forbidden", message);

export const notFound = (what: string): ApiError =>
  new ApiError(404, "not_found", `There is no such ${what}.`);

export const conflict = (message: string): ApiError => new ApiError(409, "conflict", message);

export const preconditionFailed = (): ApiError =>
  new ApiError(412, "precondition_failed", "The resource is not in the state that was named.");

export const tooLarge = (message: string): ApiError =>
  new ApiError(413, "payload_too_large", message);

export const unsupportedType = (message: string, headers = {}): ApiError =>
  new ApiError(415, "unsupported_media_type", message, [], headers);

export const invalid = (details: Detail[]): ApiError =>
  new ApiError(422, "invalid", "The body is not valid.", details);
