import { isIpv6 } from "./ip-address.ts";

const uriParts = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;
const authority = /^(?:[^@[\]]*@)?(?:\[([^@[\]]*)\]|[^@:[\]]*)(?::\d*)?$/;

/** The syntax of most URIs. A text that matches needs no further check. */
const plainUrl = /^https?:\/\/[\w.-]+(?::\d+)?(?:[/?][\w.~:/?!$&'()*+,;=@-]*)?$/;

/** True if a text is a URI with its scheme (RFC 3986, section 3). */
export function isUri(text: string): boolean {
  return plainUrl.test(text) || (hasScheme(text) && isUriReference(text));
}

/** True if a text is a URI or a relative reference (RFC 3986, section 4.1). */
export function isUriReference(text: string): boolean {
  return !/[^\w.~:/?#[\]@!$&'()*+,;=%-]/.test(text) && isReference(text);
}

/** True if a text is an IRI with its scheme (RFC 3987, section 2.2). */
export function isIri(text: string): boolean {
  return hasScheme(text) && isIriReference(text);
}

/** True if a text is an IRI or a relative reference (RFC 3987, section 2.2). */
export function isIriReference(text: string): boolean {
  // Private use characters are only allowed in queries.
  const [, before = "", after = ""] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(text) ?? [];
  if (hasForeignCharacters(text) || /\p{Co}/u.test(before + after)) return false;
  return isReference(text);
}

/** True if a text is a URI template (RFC 6570, section 2). */
export function isUriTemplate(text: string): boolean {
  // The placeholder keeps the literals around an expression separate.
  const literals = text.replace(expression, "-");
  return !hasForeignCharacters(literals) && hasPairedPercents(literals);
}

const expression =
  /\{[+#./;?&=,!@|]?(?:\w|%[\da-f]{2})(?:\.?(?:\w|%[\da-f]{2}))*(?::[1-9]\d{0,3}|\*)?(?:,(?:\w|%[\da-f]{2})(?:\.?(?:\w|%[\da-f]{2}))*(?::[1-9]\d{0,3}|\*)?)*\}/gi;

const hasScheme = (text: string): boolean => /^[a-z][a-z\d+.-]*:/i.test(text);

/** True if a text of valid characters has the structure of RFC 3986, section 4.1. */
function isReference(text: string): boolean {
  const parts = uriParts.exec(text);
  if (!parts || !hasPairedPercents(text)) return false;
  const [, scheme, host, path = "", query = "", fragment = ""] = parts;
  if (scheme !== undefined && !hasScheme(`${scheme}:`)) return false;
  if (/[[\]]/.test(path + query + fragment) || fragment.includes("#")) return false;
  return host === undefined || isAuthority(host);
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

/**
 * True if a text contains a character that neither IRIs nor templates allow, apart from private use
 * characters (RFC 3987, `ucschar`).
 */
const hasForeignCharacters = (text: string): boolean =>
  /[\0- "<>\\^`{|}\x7f-\x9f\p{Cs}\p{Noncharacter_Code_Point}\ufff0-\uffff\u{e0000}-\u{e0fff}]/u.test(
    text,
  );

const hasPairedPercents = (text: string): boolean => !/%(?![\da-f]{2})/i.test(text);
