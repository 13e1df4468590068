export type Field = { path: string; message: string };

const codes: Record<number, string> = {
  400: "invalid_request",
  401: "unauthorized",
  404: "not_found",
  405: "method_not_allowed",
  406: "not_acceptable",
  409: "conflict",
  412: "precondition_failed",
  413: "too_large",
  415: "unsupported_media_type",
  416: "range_not_satisfiable",
  422: "rule_broken",
};

/** A request that the service does not carry out. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly fields: Field[];

  constructor(
    status: number,
    message: string,
    more: { headers?: Record<string, string>; fields?: Field[] } = {},
  ) {
    super(message);
    this.status = status;
    this.headers = more.headers ?? {};
    this.fields = more.fields ?? [];
  }
}

export const invalid = (path: string, message: string): Refusal =>
  new Refusal(400, "The request is invalid.", { fields: [{ path, message }] });

export const errorBody = (status: number, message: string, fields: Field[] = []) => ({
  error: {
    code: codes[status] ?? (status < 500 ? "invalid_request" : "internal"),
    message,
    ...(fields.length > 0 ? { fields } : {}),
  },
});
