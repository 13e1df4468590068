import { charsetOf, isJsonMediaType, isUtf8 } from "@openapi-packages/runtime/internals";
import type { VerifiedOperation } from "../../description/verified-api.ts";
import { headerOf, type HeaderField, type WireResponse } from "../../wire/wire-request.ts";
import type { Problem } from "../checks.ts";
import { describedCookieFaults } from "./described-cookies.ts";
import { dateFormat, httpDate } from "./http-date.ts";
import { cookieFault } from "./set-cookie.ts";

/** How far `Date` may be from the time of the test, in milliseconds. */
const mostSkew = 10 * 60_000;

/** The characters of a URI reference (RFC 3986). */
const reference = /^(?:[!#$&'()*+,\-./\w:;=?@[\]~]|%[\da-f]{2})+$/i;

/** An entity tag (RFC 9110, section 8.8.3). */
const entityTag = /^(?:W\/)?"[\u0021\u0023-\u007e\u0080-\u00ff]*"$/;

/**
 * Returns the violations of HTTP itself in an answer, which need no description: in its bytes (RFC 9112), and in
 * its headers (RFC 9110, RFC 6265, Fetch Standard).
 *
 * @param isSecure true if the server is called by https
 */
export function httpProblems(
  operation: VerifiedOperation,
  response: WireResponse,
  isSecure: boolean,
): Problem[] {
  const { pointer } = operation.model;
  const { faults = [], headers } = response;
  const ofBytes = faults.map((fault): Problem => ({ check: "http-message", pointer, ...fault }));
  const found: (readonly [about: string, message: string | undefined])[] = [
    ["date", dateFault(headers)],
    ["last-modified", modifiedFault(headers)],
    ["etag", tagFault(headers)],
    ["location", locationFault(headers)],
    ["retry-after", retryFault(headers)],
    ["access-control", originFault(headers)],
    ["charset", charsetFault(response)],
    ...cookiesOf(headers).map((text) => ["set-cookie", cookieFault(text)] as const),
    ...describedCookieFaults(operation, response, isSecure).map(
      (message) => ["cookie attributes", message] as const,
    ),
  ];
  const ofHeaders = found.flatMap(([about, message]): Problem[] => {
    if (message === undefined) return [];
    const problem: Problem = { check: "http-header", message, pointer, about };
    // Services answer all requests of other origins by one rule.
    return [about === "access-control" ? { ...problem, policy: message } : problem];
  });
  return [...ofBytes, ...ofHeaders];
}

/** Returns the values of `Set-Cookie`, which is the one field that is repeated without being a list. */
const cookiesOf = (headers: readonly HeaderField[]): string[] =>
  headers.filter(([name]) => name.toLowerCase() === "set-cookie").map(([, value]) => value);

function dateFault(headers: readonly HeaderField[]): string | undefined {
  const text = headerOf(headers, "date");
  if (text === undefined) return undefined;
  const time = httpDate(text);
  if (time === undefined) return `sends the Date ${shown(text)}, not in the form ${dateFormat}`;
  // A cache repeats the date of the stored answer.
  if (headerOf(headers, "age") !== undefined) return undefined;
  const skew = time - Date.now();
  if (Math.abs(skew) <= mostSkew) return undefined;
  const minutes = Math.round(Math.abs(skew) / 60_000);
  return `sends the Date ${text}, which is ${minutes} minutes ${skew < 0 ? "before" : "after"} the time of the request`;
}

function modifiedFault(headers: readonly HeaderField[]): string | undefined {
  const text = headerOf(headers, "last-modified");
  if (text === undefined) return undefined;
  const time = httpDate(text);
  if (time === undefined)
    return `sends the Last-Modified ${shown(text)}, not in the form ${dateFormat}`;
  const now = httpDate(headerOf(headers, "date") ?? "");
  return now !== undefined && time > now + 60_000
    ? `sends a Last-Modified after its Date: ${text}`
    : undefined;
}

function tagFault(headers: readonly HeaderField[]): string | undefined {
  const text = headerOf(headers, "etag");
  return text === undefined || entityTag.test(text)
    ? undefined
    : `sends the ETag ${shown(text)}, which is not a tag in double quotes`;
}

function locationFault(headers: readonly HeaderField[]): string | undefined {
  const text = headerOf(headers, "location");
  return text === undefined || reference.test(text)
    ? undefined
    : `sends the Location ${shown(text)}, which is not a URL with percent-encoded characters`;
}

function retryFault(headers: readonly HeaderField[]): string | undefined {
  const text = headerOf(headers, "retry-after");
  return text === undefined || /^\d+$/.test(text) || httpDate(text) !== undefined
    ? undefined
    : `sends Retry-After ${shown(text)}, which is neither whole seconds nor a date such as ${dateFormat}`;
}

function originFault(headers: readonly HeaderField[]): string | undefined {
  const origin = headerOf(headers, "access-control-allow-origin");
  if (origin === undefined) return undefined;
  if (/[\s,]/.test(origin))
    return `sends Access-Control-Allow-Origin ${shown(origin)}: browsers take one origin or *`;
  const isOpen = headerOf(headers, "access-control-allow-credentials") === "true";
  return origin === "*" && isOpen
    ? "sends Access-Control-Allow-Origin * with Access-Control-Allow-Credentials true, which browsers refuse"
    : undefined;
}

/**
 * Returns how a body contradicts its charset. Bytes only contradict US-ASCII and UTF-8 with certainty; JSON is UTF-8
 * (RFC 8259, section 8.1).
 */
function charsetFault({ headers, body, isWhole }: WireResponse): string | undefined {
  const type = headerOf(headers, "content-type");
  if (type === undefined || !/;\s*charset\s*=/i.test(type) || !isWhole) return undefined;
  if (headerOf(headers, "content-encoding") !== undefined) return undefined;
  const charset = charsetOf(type);
  const isAscii = body.every((byte) => byte < 128);
  const says = `says charset=${shown(charset).slice(1, -1)}`;
  if (/^(?:us-)?ascii$/.test(charset) && !isAscii) return `${says}, and its body has other bytes`;
  if (!isUtf8(charset))
    return isJsonMediaType(type) && !isAscii
      ? `${says} of JSON that is not ASCII, and JSON is UTF-8`
      : undefined;
  return /^text\//i.test(type) && !isUtf8Text(body) ? `${says}, and its body is not` : undefined;
}

function isUtf8Text(body: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(body);
    return true;
  } catch {
    return false;
  }
}

/** Quotes text of the subject for a message: short, on one line. */
const shown = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
