export interface Problem {
  field: string;
  problem: string;
}

/** An answer that refuses the request, thrown from wherever the reason is found. */
export class Refusal extends Error {
  status: number;
  code: string;
  details: Problem[] | undefined;
  headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: Problem[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = more.details;
    this.headers = more.headers ?? {};
  }
}

export function badRequest(message: string): Refusal {
  return new Refusal(400, "bad_request", message);
}

export function notFound(what: string): Refusal {
  return new Refusal(404, "not_found", `There is no such ${what}.`);
}

export function forbidden(message: string): Refusal {
  return new Refusal(403, "forbidden", message);
}

export function conflict(message: string): Refusal {
  return new Refusal(409, "conflict", message);
}

export function notAcceptable(): Refusal {
  return new Refusal(406, "not_acceptable", "None of the accepted media types can be served.");
}

export function invalid(details: Problem[]): Refusal {
  return new Refusal(422, "invalid", "The body breaks the rules for it.", { details });
}
