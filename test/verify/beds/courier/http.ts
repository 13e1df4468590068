import type { IncomingHttpHeaders } from "node:http";
import type { Issue } from "./checks.ts";
import { faulty } from "./faults.ts";

/** A request whose path, method and credentials are right, with its body read. */
export interface Call {
  readonly method: string;
  /** The values of the path's parameters, in their order, decoded. */
  readonly places: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The account of the credentials; empty for operations without them. */
  readonly account: string;
  /** Absent where it is larger than `bodyLimit`. */
  readonly body: Buffer | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly bytes?: Buffer;
}

export type Handler = (call: Call) => Answer | Promise<Answer>;

/** The most bytes that a request's body may have. */
export const bodyLimit = 65_536;

/** A refusal. It is answered as `application/problem+json`. */
export class Problem extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly issues: readonly Issue[];

  constructor(
    status: number,
    detail: string,
    more: { headers?: Readonly<Record<string, string>>; issues?: readonly Issue[] } = {},
  ) {
    super(detail);
    this.status = status;
    this.headers = more.headers ?? {};
    this.issues = more.issues ?? [];
  }
}

/** The media type of the body, in lower case and without parameters. */
export function mediaTypeOf(call: Call): string {
  const type = call.headers["content-type"] ?? "";
  if (faulty("patch-type-with-charset") && call.method === "PATCH") return type;
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/** The bytes of the body. Throws a problem for another media type, an encoded body and a body that is too large. */
export function bytesOf(call: Call, types: readonly string[]): Buffer {
  const encoding = (call.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (!types.includes(mediaTypeOf(call)) || encoding !== "identity")
    throw new Problem(415, `The body has to be ${types.join(" or ")}, without an encoding.`, {
      headers: { [call.method === "PATCH" ? "Accept-Patch" : "Accept"]: types.join(", ") },
    });
  if (call.body === undefined)
    throw new Problem(413, `A body has at most ${String(bodyLimit)} bytes.`);
  return call.body;
}

/** The body as a JSON value. Throws a problem where it is none. */
export function jsonOf(call: Call, type = "application/json"): unknown {
  const bytes = bytesOf(call, [type]);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    if (faulty("quote-malformed-500") && call.account === "") throw error;
    throw new Problem(400, "The body is not JSON in UTF-8.");
  }
}

/** Whether an `If-Match` (strong) or `If-None-Match` (weak) header has the tag, by RFC 9110, section 8.8.3.2. */
function lists(header: string, tag: string | undefined, weak: boolean): boolean {
  if (tag === undefined) return false;
  if (header.trim() === "*") return true;
  const listed: readonly string[] = header.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return listed.includes(tag) || (weak && listed.includes(`W/${tag}`));
}

/**
 * Whether the preconditions hold for a resource with this tag (none: it does not exist yet). Throws 412 where they do not;
 * false says that a read is to be answered with 304.
 */
export function preconditionsHold(call: Call, tag: string | undefined): boolean {
  const match = call.headers["if-match"];
  const noneMatch = call.headers["if-none-match"];
  if (match !== undefined && !lists(match, tag, false))
    throw new Problem(412, "The resource has changed since the tag of If-Match was answered.");
  if (noneMatch === undefined || !lists(noneMatch, tag, true)) return true;
  if (call.method === "GET" || call.method === "HEAD") return false;
  throw new Problem(412, "The resource has a tag that If-None-Match rules out.");
}

/** Answers a read of a resource with its tag, or 304. */
export function answerRead(call: Call, tag: string, answer: Answer): Answer {
  return preconditionsHold(call, tag)
    ? { ...answer, headers: { ...answer.headers, ETag: tag } }
    : { status: 304, headers: { ETag: tag } };
}
