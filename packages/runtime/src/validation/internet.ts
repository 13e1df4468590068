const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const internationalLabel = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u;
const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const internationalLocalPart = /^[^\s@<>()[\]\\,;:"]+$/;
const uriParts = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;
const authority = /^(?:[^@[\]]*@)?(?:\[([^@[\]]*)\]|[^@:[\]]*)(?::\d*)?$/;

/** Tells whether a text is a host name (RFC 1123, 2.1). */
export function isHostname(text: string): boolean {
  return text.length <= 253 && text.split(".").every((part) => label.test(part));
}

/** Tells whether a text is a host name whose labels may be of any script (RFC 5890, 2.3.2.3). */
export function isInternationalHostname(text: string): boolean {
  return (
    text.length <= 253 && text.split(/[.。．｡]/).every((part) => internationalLabel.test(part))
  );
}

/** Tells whether a text is an address `local@host` (RFC 5321, 4.1.2, without quoted local parts). */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  return at > 0 && at <= 64 && localPart.test(text.slice(0, at)) && isMailHost(text.slice(at + 1));
}

/** Tells whether a text is an address with letters of any script (RFC 6531). */
export function isInternationalEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  if (at <= 0 || !internationalLocalPart.test(text.slice(0, at))) return false;
  return isInternationalHostname(text.slice(at + 1));
}

function isMailHost(host: string): boolean {
  if (!host.startsWith("[")) return isHostname(host);
  const literal = host.slice(1, -1);
  if (!host.endsWith("]")) return false;
  return /^IPv6:/i.test(literal) ? isIpv6(literal.slice(5)) : isIpv4(literal);
}

/** Tells whether a text is a dotted quad (RFC 2673, 3.2). */
export function isIpv4(text: string): boolean {
  const parts = text.length <= 15 ? text.split(".") : [];
  return (
    parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && +part < 256)
  );
}

/** Six groups of four digits, and a dotted quad. */
const longestIpv6 = 45;

/** Tells whether a text is an IPv6 address without a zone (RFC 4291, 2.2). */
export function isIpv6(text: string): boolean {
  if (text.length > longestIpv6) return false;
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const last = groups.at(-1);
  const endsInIpv4 = last !== undefined && text.endsWith(last) && last.includes(".");
  if (endsInIpv4 && !isIpv4(groups.pop() ?? "")) return false;
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return false;
  const count = groups.length + (endsInIpv4 ? 2 : 0);
  return halves.length === 2 ? count < 8 : count === 8;
}

/** Tells whether a text is an absolute or a relative reference (RFC 3986, 4.1; with `international` RFC 3987). */
export function isUriReference(text: string, international = false): boolean {
  const parts = uriParts.exec(text);
  const isAllowed = international ? allowedInIri : allowedInUri;
  if (!parts || !isAllowed(text)) return false;
  const [, scheme, host, path = "", query = "", fragment = ""] = parts;
  if (scheme !== undefined && !/^[a-z][a-z\d+.-]*$/i.test(scheme)) return false;
  if (/[[\]]/.test(path + query + fragment) || fragment.includes("#")) return false;
  return host === undefined || isAuthority(host);
}

/** Most URIs: a text that matches is one whatever else is looked at. */
const plainUrl = /^https?:\/\/[\w.-]+(?::\d+)?(?:[/?][\w.~:/?!$&'()*+,;=@-]*)?$/;

/** Tells whether a text is a URI with its scheme (RFC 3986, 3; with `international` RFC 3987). */
export function isUri(text: string, international = false): boolean {
  if (plainUrl.test(text)) return true;
  return /^[a-z][a-z\d+.-]*:/i.test(text) && isUriReference(text, international);
}

function isAuthority(text: string): boolean {
  const match = authority.exec(text);
  if (!match) return false;
  return (
    match[1] === undefined ||
    isIpv6(match[1]) ||
    /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(match[1])
  );
}

const allowedInUri = (text: string): boolean =>
  /^[\w.~:/?#[\]@!$&'()*+,;=%-]*$/.test(text) && hasPairedPercents(text);

const allowedInIri = (text: string): boolean =>
  !/[\x00-\x20\x7f-\x9f<>"\\^`{|}]/.test(text) && hasPairedPercents(text);

const hasPairedPercents = (text: string): boolean => !/%(?![\da-f]{2})/i.test(text);

/** Tells whether the braces of a URI template pair up around expressions (RFC 6570, 2). */
export function isUriTemplate(text: string): boolean {
  const literals = text.replace(/\{[+#./;?&=,!@|]?[\w.%,:*]+\}/g, "");
  return !/[{}]/.test(literals) && allowedInIri(literals);
}
