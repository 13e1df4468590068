import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";

/** A host with its port, in lower case. */
export interface Authority {
  /** An IPv6 address has no brackets and is in its shortest form. */
  readonly host: string;
  /** Default: there is none. */
  readonly port?: number;
}

/**
 * Parses a host and port as in the `Host` header (RFC 9110, section 7.2). User names are invalid.
 *
 * @returns `undefined` when it is invalid
 */
export function parseAuthority(text: string): Authority | undefined {
  const match = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i.exec(text);
  if (match === null) return undefined;
  const [, bracketed, name = "", digits] = match;
  if (bracketed !== undefined && !isIPv6(bracketed)) return undefined;
  const host = bracketed === undefined ? name.toLowerCase() : shortest(bracketed);
  return digits === undefined ? { host } : { host, port: Number(digits) };
}

/**
 * Returns the shortest form of an IPv6 address, which `URL` produces: there are several ways to write it (RFC
 * 5952).
 */
const shortest = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

/** The parts of a request's target. */
export interface RequestTarget {
  /** Default: the target has none, which is usual. */
  readonly authority?: string;
  /** Path and query, or `*`. */
  readonly url: string;
}

/**
 * Splits a request's target in origin form, absolute form or `*` (RFC 9112, 3.2).
 *
 * @returns `undefined` when it has another form
 */
export function splitTarget(target: string): RequestTarget | undefined {
  if (target.startsWith("/") || target === "*") return { url: target };
  const match = /^https?:\/\/([^/?#\\]*)(.*)$/is.exec(target);
  if (match === null) return undefined;
  const [, authority = "", rest = ""] = match;
  return { authority, url: rest.startsWith("/") ? rest : `/${rest}` };
}

/** Returns all values of the `Host` header, of which Node only shows the first. */
export function hostsOf({ rawHeaders }: IncomingMessage): readonly string[] {
  const hosts: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts.push(rawHeaders[index + 1] ?? "");
  }
  return hosts;
}
