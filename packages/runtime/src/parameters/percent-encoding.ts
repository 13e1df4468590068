import { wellFormed } from "./unsendable.ts";

const unreservedOnly = /^[\w.~-]*$/;

const percentByte = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;

/**
 * Percent-encodes everything but the unreserved characters (RFC 3986, 2.3), as RFC 6570 does for
 * simple expansion.
 *
 * @throws {TypeError} if the text has a lone surrogate, which UTF-8 cannot express.
 */
export function percentEncode(text: string): string {
  if (unreservedOnly.test(text)) return text;
  return encodeURIComponent(wellFormed(text)).replace(/[!'()*]/g, percentByte);
}

/** Percent-encodes unreserved punctuation too, for places where it is a delimiter. */
export function percentEncodePunctuation(encoded: string): string {
  return encoded.replace(/[-._~]/g, percentByte);
}

/**
 * Percent-encodes for `allowReserved`: reserved characters (RFC 3986, 2.2) are not encoded, except `#`,
 * `&` and `+`, which have a meaning in a query.
 */
export function percentEncodeReserved(text: string): string {
  return percentEncode(text).replace(
    /%(?:3A|2F|3F|5B|5D|40|21|24|27|28|29|2A|2C|3B|3D)/g,
    unescapeByte,
  );
}

/**
 * Percent-encodes for `allowReserved` in a path: the characters of a segment are not encoded (RFC 3986,
 * section 3.3, `pchar`), but `/`, `?` and `#` are. In styles other than `simple` a comma and a semicolon
 * are delimiters and encoded too.
 */
export function percentEncodeSegment(text: string, style: string): string {
  const kept = style === "simple" ? /%(?:3A|40|21|24|26|27|28|29|2A|2B|2C|3B|3D)/g : segmentKept;
  return percentEncode(text).replace(kept, unescapeByte);
}

const segmentKept = /%(?:3A|40|21|24|26|27|28|29|2A|2B|3D)/g;

/**
 * Percent-encodes for `allowReserved` in a cookie, which cannot contain commas, semicolons and quotes (RFC
 * 6265, section 4.1.1).
 */
export function percentEncodeCookie(text: string): string {
  return percentEncode(text).replace(
    /%(?:3A|2F|3F|23|5B|5D|40|21|24|26|27|28|29|2A|2B|3D)/g,
    unescapeByte,
  );
}

const unescapeByte = (code: string): string =>
  String.fromCharCode(Number.parseInt(code.slice(1), 16));

/**
 * Decodes percent-encoded UTF-8.
 *
 * @throws {URIError} if a `%` is not followed by two hexadecimal digits, or the bytes are not UTF-8.
 */
export function percentDecode(text: string): string {
  return text.includes("%") ? decodeURIComponent(text) : text;
}

/** Decodes percent-encoded UTF-8. Malformed text is returned unchanged. */
export function percentDecodeLeniently(text: string): string {
  try {
    return percentDecode(text);
  } catch {
    return text;
  }
}

/** Decodes a name or a value of a query, in which `+` is a space (WHATWG URL, urlencoded parsing). */
export function queryDecode(text: string): string {
  return percentDecodeLeniently(text.includes("+") ? text.replaceAll("+", " ") : text);
}
