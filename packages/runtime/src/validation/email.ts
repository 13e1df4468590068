import { isAsciiHostname, isInternationalHostname } from "./hostname.ts";
import { isIpv4, isIpv6 } from "./ip-address.ts";

const dotString = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const quotedString = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;

/** True if a text is an address `local@host` (RFC 5321, section 4.1.2). */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  return (
    isLocalPart(text.slice(0, Math.max(0, at))) && isMailHost(text.slice(at + 1), isAsciiHostname)
  );
}

/** True if a text is an address with letters of any script (RFC 6531, section 3.3). */
export function isInternationalEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(0, at));
  // Each UTF-16 unit is at least one byte of UTF-8, so that a longer text need not be encoded.
  if (local.length > longestLocalPart || !local.isWellFormed()) return false;
  if (new TextEncoder().encode(local).length > longestLocalPart) return false;
  const host = text.slice(at + 1);
  // Characters beyond ASCII count as letters.
  return isLocalPart(local.replace(/[^\0-\x7f]+/g, "x")) && isMailHost(host, isDottedHostname);
}

/** In bytes (RFC 5321, section 4.5.3.1.1). */
const longestLocalPart = 64;

function isLocalPart(text: string): boolean {
  return text.length <= longestLocalPart && (dotString.test(text) || quotedString.test(text));
}

/** True if a host name uses the ASCII dot, the only separator that mail accepts. */
const isDottedHostname = (host: string): boolean =>
  !/[\u3002\uff0e\uff61]/.test(host) && isInternationalHostname(host);

function isMailHost(host: string, isName: (host: string) => boolean): boolean {
  if (!host.startsWith("[")) return isName(host);
  const literal = host.slice(1, -1);
  if (!host.endsWith("]")) return false;
  return /^IPv6:/i.test(literal) ? isIpv6(literal.slice(5)) : isIpv4(literal);
}
