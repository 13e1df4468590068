import type { Issue } from "../validation/issues.ts";
import { RequestFailure } from "./failure.ts";
import { headerBytes } from "./request-target.ts";
import type { HttpRequest } from "./types.ts";

/**
 * Request headers with a single value. If there are two, programs that read different ones disagree about
 * the host or the body (RFC 9110, sections 5.3 and 7.2; RFC 9112, section 3.2).
 */
const singleHeaders: readonly string[] = ["host", "content-type", "content-length"];

/** The headers of which Node keeps only the first. A repeated Authorization is no valid credential. */
const keptHeaders: readonly string[] = [...singleHeaders, "authorization"];

/**
 * Returns the headers of a request of Node, with all field lines of those of which Node keeps only the
 * first.
 */
export function fieldLines(
  headers: HttpRequest["headers"],
  rawHeaders: readonly string[],
): HttpRequest["headers"] {
  // Most requests repeat no header.
  if (Object.keys(headers).length === rawHeaders.length / 2) return headers;
  const repeated: { [name: string]: string[] } = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? "";
    if (keptHeaders.includes(name)) (repeated[name] ??= []).push(rawHeaders[index + 1] ?? "");
  }
  const several = Object.entries(repeated).filter(([, lines]) => lines.length > 1);
  return several.length === 0 ? headers : { ...headers, ...Object.fromEntries(several) };
}

/**
 * `uri-host [":" port]` (RFC 9110, section 7.2; RFC 3986, section 3.2.2), without a comma, which joins
 * field lines.
 */
const hostPattern = /^(?:\[[\da-f:.v]+\]|[\w.~!$&'()*+;=%-]*)(?::\d*)?$/i;

/** The limits for URL and headers. */
export interface HeadLimits {
  readonly maxUrlBytes: number;
  readonly maxHeaderBytes: number;
}

/**
 * Checks the size of URL and headers, and that a request names one host and one media type.
 *
 * @returns the failure: 414 or 431 for a size; 400 for a repeated header that has a single value, an
 * invalid Host, or one that differs from `:authority` (RFC 9112, section 3.2; RFC 9113, section 8.3.1)
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
