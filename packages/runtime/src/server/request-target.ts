import { parseCookies } from "../parameters/cookie.ts";
import { parseQuery } from "../parameters/query.ts";
import type { QueryPair } from "../parameters/query.ts";
import type { HttpRequest } from "./types.ts";

/** Returns the value of a header. Several field lines are combined (RFC 9110, section 5.3). */
export function headerValue(request: HttpRequest, name: string): string | undefined {
  const value = request.headers[name];
  if (value === undefined || typeof value === "string") return value;
  return value.join(name === "cookie" ? "; " : ", ");
}

/** Returns the size of the field lines in HTTP/1.1, in bytes (RFC 9112, section 5). */
export function headerBytes({ headers }: HttpRequest): number {
  let bytes = 0;
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === "string") bytes += name.length + value.length + 4;
    else for (const line of value ?? []) bytes += name.length + line.length + 4;
  }
  return bytes;
}

/** A request with its parsed target. Query and cookies are parsed on first use. */
export class RequestParts {
  readonly request: HttpRequest;
  /** Still percent-encoded; `*` for a request about the server itself (RFC 9112, section 3.2.4). */
  readonly path: string;
  /** Still percent-encoded, without its `?`. */
  readonly query: string;
  #queryPairs: QueryPair[] | undefined;
  #cookies: QueryPair[] | undefined;

  constructor(request: HttpRequest) {
    this.request = request;
    const target = request.url.startsWith("/") ? request.url : withoutOrigin(request);
    const end = target.indexOf("#");
    const url = end < 0 ? target : target.slice(0, end);
    const mark = url.indexOf("?");
    this.path = mark < 0 ? url : url.slice(0, mark);
    this.query = mark < 0 ? "" : url.slice(mark + 1);
  }

  get queryPairs(): QueryPair[] {
    this.#queryPairs ??= parseQuery(this.query);
    return this.#queryPairs;
  }

  get cookies(): QueryPair[] {
    this.#cookies ??= parseCookies(headerValue(this.request, "cookie") ?? "");
    return this.#cookies;
  }
}

/**
 * Removes the origin from a target in absolute form (RFC 9112, section 3.2.2). A target of another scheme
 * is not a path. OPTIONS of an origin alone is about the server (section 3.2.4).
 */
function withoutOrigin({ method, url }: HttpRequest): string {
  const path = url.replace(/^https?:\/\/[^/?#]+/i, "");
  if (path === url) return url;
  if (path === "" && method === "OPTIONS") return "*";
  return path.startsWith("?") || path === "" ? `/${path}` : path;
}
