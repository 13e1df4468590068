// The parts of HTTP that every operation shares: calls, answers, problems, bodies.
import type { IncomingMessage, ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Workshop } from "./store.ts";

export const BASE = "/v1";
export const MAX_CONTENT = 1048576;

export type Params = Record<"customerId" | "vehicleId" | "partNumber" | "orderId", string>;

export interface Call {
  method: string;
  query: URLSearchParams;
  header: (name: string) => string | undefined;
  body: Buffer;
  tooLong: boolean;
  params: Params;
  workshop: Workshop;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer | null;
}

export interface FieldError {
  in: "body" | "query" | "path";
  field: string;
  message: string;
}

export class Problem extends Error {
  status: number;
  errors: FieldError[];
  headers: Record<string, string>;
  constructor(
    status: number,
    detail: string,
    errors: FieldError[] = [],
    headers: Record<string, string> = {},
  ) {
    super(detail);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

// The reason phrases of RFC 9110 where Node has older ones.
const TITLES: Record<number, string> = {
  ...STATUS_CODES,
  413: "Content Too Large",
  422: "Unprocessable Content",
};

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { "Content-Type": "application/json", ...headers },
    body: Buffer.from(JSON.stringify(value), "utf8"),
  };
}

export function empty(status: number, headers: Record<string, string> = {}): Answer {
  return { status, headers, body: null };
}

export function problemAnswer(problem: Problem): Answer {
  const value = {
    type: "about:blank",
    title: TITLES[problem.status] ?? "Error",
    status: problem.status,
    detail: problem.message,
    errors: problem.errors,
  };
  return {
    status: problem.status,
    headers: { "Content-Type": "application/problem+json", ...problem.headers },
    body: Buffer.from(JSON.stringify(value), "utf8"),
  };
}

export function notFound(what: string): Problem {
  return new Problem(404, `There is no such ${what}.`);
}

export function conflict(detail: string): Problem {
  return new Problem(409, detail);
}

/** Reads the whole content; what is beyond the limit is read but not kept. */
export async function readContent(
  req: IncomingMessage,
): Promise<{ body: Buffer; tooLong: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    size += (chunk as Buffer).length;
    if (size <= MAX_CONTENT) chunks.push(chunk as Buffer);
  }
  return { body: Buffer.concat(chunks), tooLong: size > MAX_CONTENT };
}

/** Checks media type, coding and length of the content (415, 413). */
export function requireContent(call: Call, mediaType: string): Buffer {
  const given = (call.header("content-type") ?? "").split(";", 1).join("").trim().toLowerCase();
  const coding = (call.header("content-encoding") ?? "identity").trim().toLowerCase();
  if (given !== mediaType || coding !== "identity") {
    const headers: Record<string, string> =
      call.method === "PATCH" ? { "Accept-Patch": mediaType } : {};
    throw new Problem(
      415,
      `The content must be ${mediaType} without a content coding.`,
      [],
      headers,
    );
  }
  if (call.tooLong) throw new Problem(413, `The content is longer than ${MAX_CONTENT} bytes.`);
  return call.body;
}

export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Problem(400, "The content is not JSON in UTF-8.", [
      { in: "body", field: "", message: "is not JSON" },
    ]);
  }
}

export function send(res: ServerResponse, method: string, answer: Answer): void {
  const headers: Record<string, string | number> = { ...answer.headers };
  if (answer.body !== null) headers["Content-Length"] = answer.body.length;
  res.writeHead(answer.status, headers);
  if (answer.body === null || method === "HEAD") res.end();
  else res.end(answer.body);
}
