import type { IncomingHttpHeaders } from "node:http";

export interface Call {
  practice: string;
  path: Record<string, string>;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** The media type of the body without parameters, in lower case. */
  type: string;
  body: Buffer;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** Sent as JSON unless it is one of the other two. */
  json?: unknown;
  bytes?: Buffer;
  lines?: Iterable<string>;
}

export interface Violation {
  at: string;
  message: string;
}

const titles: Record<number, string> = {
  400: "Bad request",
  401: "Unauthorized",
  404: "Not found",
  405: "Method not allowed",
  409: "Conflict",
  412: "Precondition failed",
  413: "Content too large",
  415: "Unsupported media type",
  422: "Unprocessable content",
  428: "Precondition required",
  500: "Internal server error",
};

/** A refusal, answered as `application/problem+json`. */
export class Problem extends Error {
  readonly status: number;
  readonly errors: Violation[] | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    detail: string,
    more: { errors?: Violation[]; headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.status = status;
    this.errors = more.errors;
    this.headers = more.headers ?? {};
  }

  get body(): object {
    return {
      type: "about:blank",
      title: titles[this.status],
      status: this.status,
      detail: this.message,
      ...(this.errors && { errors: this.errors }),
    };
  }
}

export const notFound = (what: string): Problem => new Problem(404, `There is no such ${what}.`);

/** The entity tags of If-Match or If-None-Match. */
export function tags(header: string): string[] {
  return header.match(/\*|(W\/)?"[^"]*"/g) ?? [];
}
