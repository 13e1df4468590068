import type { IncomingHttpHeaders } from "node:http";
import { badRequest } from "./refusals.ts";
import type { Query } from "./query.ts";
import { isKnown, tagOf } from "./conditions.ts";

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Instead of a JSON body. */
  content?: { type: string; bytes: Buffer };
}

/** A request that has found its operation and its user. */
export class Call {
  user: string;
  path: Record<string, string>;
  query: Query;
  headers: IncomingHttpHeaders;
  bytes: Buffer;

  constructor(given: {
    user: string;
    path: Record<string, string>;
    query: Query;
    headers: IncomingHttpHeaders;
    bytes: Buffer;
  }) {
    this.user = given.user;
    this.path = given.path;
    this.query = given.query;
    this.headers = given.headers;
    this.bytes = given.bytes;
  }

  header(name: string): string | undefined {
    const value = this.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  json(): unknown {
    try {
      return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(this.bytes));
    } catch {
      throw badRequest("The body is not JSON in UTF-8.");
    }
  }
}

/** Private to the user, and to be asked for again before each use. */
export const caching = { "Cache-Control": "private, no-cache", Vary: "X-Nursery-Key" };

export function read(body: unknown): Answer {
  return { status: 200, headers: caching, body };
}

/** The answer to reading something that has an entity tag. */
export function readTagged(call: Call, body: unknown, tag: string = tagOf(body)): Answer {
  const headers = { ...caching, ETag: tag };
  return isKnown(call.header("if-none-match"), tag)
    ? { status: 304, headers }
    : { status: 200, headers, body };
}
