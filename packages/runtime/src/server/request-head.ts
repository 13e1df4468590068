import type { Issue } from "../validation/issues.ts";
import { RequestFailure } from "./failure.ts";
import { headerBytes } from "./request-target.ts";
import type { HttpRequest } from "./types.ts";

/**
 * Request headers that have one value. Readers who take another of two differ about who is asked, or for
 * what (RFC 9110, 5.3 and 7.2; RFC 9112, 3.2).
 */
const singleHeaders: readonly string[] = ["host", "content-type", "content-length"];

/** Those that Node keeps one line of; several of Authorization are no credential. */
const keptHeaders: readonly string[] = [...singleHeaders, "authorization"];

/**
 * The headers of a request of Node, with every field line of those that Node keeps the first line of.
 */
export function fieldLines(
  headers: HttpRequest["headers"],
  rawHeaders: readonly string[],
): HttpRequest["headers"] {
  // Most requests have no field twice.
  if (Object.keys(headers).length === rawHeaders.length / 2) return headers;
  const repeated: { [name: string]: string[] } = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? "";
    if (keptHeaders.includes(name)) (repeated[name] ??= []).push(rawHeaders[index + 1] ?? "");
  }
  const several = Object.entries(repeated).filter(([, lines]) => lines.length > 1);
  return several.length === 0 ? headers : { ...headers, ...Object.fromEntries(several) };
}

/** `uri-host [":" port]` (RFC 9110, 7.2; RFC 3986, 3.2.2), but for a comma, which joins field lines. */
const hostPattern = /^(?:\[[\da-f:.v]+\]|[\w.~!$&'()*+;=%-]*)(?::\d*)?$/i;

/** The limits of what precedes a body. */
export interface HeadLimits {
  readonly maxUrlBytes: number;
  readonly maxHeaderBytes: number;
}

/**
 * Checks the size of URL and headers, and that a request names one host and one media type.
 *
 * @returns the failure: 414 or 431 for a size; 400 for several field lines of a header that has one value, a Host that is none,
 *   or one that differs from `:authority` (RFC 9112, 3.2; RFC 9113, 8.3.1)
 */
export function checkHead(request: HttpRequest, limits: HeadLimits): RequestFailure | undefined {
  if (request.url.length > limits.maxUrlBytes) return new RequestFailure(414);
  if (headerBytes(request) > limits.maxHeaderBytes) return new RequestFailure(431);
  const { headers } = request;
  for (const name of singleHeaders)
    if (typeof headers[name] === "object") return failure(name, "single", "must be sent once");
  const { host, ":authority": authority } = headers;
  if (typeof host !== "string") return undefined;
  if (!hostPattern.test(host)) return failure("host", "format", "must be a host and a port");
  if (authority !== undefined && authority !== host)
    return failure("host", "const", "must be the authority of the request");
  return undefined;
}

function failure(name: string, keyword: string, message: string): RequestFailure {
  const issue: Issue = { in: "header", pointer: `/${name}`, keyword, message };
  return new RequestFailure(400, [issue]);
}
