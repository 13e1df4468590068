export type FieldError = { pointer: string; message: string };

export class Problem extends Error {
  status: number;
  code: string;
  errors: FieldError[] | undefined;
  headers: Record<string, string>;
  constructor(
    status: number,
    code: string,
    detail: string,
    errors?: FieldError[],
    headers: Record<string, string> = {},
  ) {
    super(detail);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.headers = headers;
  }
}

export const notFound = (what: string): Problem =>
  new Problem(404, "not-found", `There is no such ${what}.`);
export const conflict = (code: string, detail: string): Problem => new Problem(409, code, detail);
export const badParameter = (name: string, detail: string): Problem =>
  new Problem(400, "invalid-parameter", `Parameter ${name}: ${detail}.`);
export const invalid = (errors: FieldError[]): Problem =>
  new Problem(422, "validation-failed", "The body does not match its description.", errors);
