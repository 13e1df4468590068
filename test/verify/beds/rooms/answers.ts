import type { ServerResponse } from "node:http";

/** What a handler says; the server writes it. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Writes an answer that has no end of its own. */
  stream?: (response: ServerResponse) => void;
}

/** A refusal, thrown wherever it is noticed. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, detail: string, headers: Record<string, string> = {}) {
    super(detail);
    this.status = status;
    this.headers = headers;
  }
}

const titles: Record<number, string> = {
  400: "Bad request",
  401: "Unauthorized",
  404: "Not found",
  405: "Method not allowed",
  406: "Not acceptable",
  409: "Conflict",
  412: "Precondition failed",
  413: "Content too large",
  415: "Unsupported media type",
  422: "Unprocessable content",
  428: "Precondition required",
};

export function problem(status: number, detail: string, headers: Record<string, string>): Answer {
  return {
    status,
    headers: { "Content-Type": "application/problem+json", ...headers },
    body: JSON.stringify({ title: titles[status] ?? "Internal error", status, detail }),
  };
}

export function json(value: unknown, headers: Record<string, string> = {}, status = 200): Answer {
  return {
    status,
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(value),
  };
}

export const nothing = (status: number, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
});
