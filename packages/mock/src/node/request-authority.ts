import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";

/** A host with its port, in lower case. */
export interface Authority {
  /** An IPv6 address is without brackets, in its shortest form. */
  readonly host: string;
  /** Left out: none is given. */
  readonly port?: number;
}

/**
 * Reads a host and its port as the `Host` header has them (RFC 9110, 7.2); user names are none of it.
 *
 * @returns `undefined` when it is none
 */
export function parseAuthority(text: string): Authority | undefined {
  const match = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i.exec(text);
  if (match === null) return undefined;
  const [, bracketed, name = "", digits] = match;
  if (bracketed !== undefined && !isIPv6(bracketed)) return undefined;
  const host = bracketed === undefined ? name.toLowerCase() : shortest(bracketed);
  return digits === undefined ? { host } : { host, port: Number(digits) };
}

/** One address may be written in several ways (RFC 5952); a URL has the shortest. */
const shortest = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

/** The parts of a request's target. */
export interface RequestTarget {
  /** Left out: the target has none, as most have. */
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

/** All values of the `Host` header, of which Node itself shows the first alone. */
export function hostsOf({ rawHeaders }: IncomingMessage): readonly string[] {
  const hosts: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts.push(rawHeaders[index + 1] ?? "");
  }
  return hosts;
}
