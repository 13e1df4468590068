/** A place in a body whose value is not as described. */
export interface Field {
  readonly pointer: string;
  readonly reason: string;
}

/** A refusal, as the schema `Refusal` describes it. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly Field[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    { fields = [], headers = {} }: Partial<Pick<Problem, "fields" | "headers">> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.headers = headers;
  }
}

/** The refusal of what is not there, or belongs to another association. */
export const notFound = (what: string): Problem =>
  new Problem(404, "not_found", `There is no such ${what}.`);

/** The refusal of what the present state of a record rules out. */
export const conflict = (code: string, message: string): Problem => new Problem(409, code, message);
