/** What is wrong with one value of a request. */
export interface Issue {
  path: string;
  message: string;
}

/** A refusal, which is answered as problem details (RFC 9457). */
export class Problem extends Error {
  readonly status: number;
  readonly issues: readonly Issue[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    more: { issues?: readonly Issue[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.issues = more.issues ?? [];
    this.headers = more.headers ?? {};
  }
}

/** The refusal of a parameter or a header. */
export const badParameter = (name: string, message: string): Problem =>
  new Problem(400, "A parameter is not as described.", { issues: [{ path: name, message }] });
