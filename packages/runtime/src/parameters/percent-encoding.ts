const unreservedOnly = /^[\w.~-]*$/;

const percentByte = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;

/**
 * Percent-encodes everything but the unreserved characters (RFC 3986, 2.3), as RFC 6570 does for
 * simple expansion.
 *
 * @throws {URIError} when the text has a lone surrogate, which UTF-8 cannot express.
 */
export function percentEncode(text: string): string {
  if (unreservedOnly.test(text)) return text;
  return encodeURIComponent(text).replace(/[!'()*]/g, percentByte);
}

/** Percent-encodes the unreserved punctuation too, where it would read as a delimiter. */
export function percentEncodePunctuation(encoded: string): string {
  return encoded.replace(/[-._~]/g, percentByte);
}

/**
 * Percent-encodes for `allowReserved`: of the reserved characters (RFC 3986, 2.2) those stay that
 * have no meaning of their own in a query; `#`, `&` and `+` have one and are encoded.
 */
export function percentEncodeReserved(text: string): string {
  return percentEncode(text).replace(/%(?:3A|2F|3F|5B|5D|40|21|24|27|28|29|2A|2C|3B|3D)/g, (code) =>
    String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  );
}

/**
 * Decodes percent-encoded UTF-8.
 *
 * @throws {URIError} when a `%` has no two hexadecimal digits behind it, or the bytes are no UTF-8.
 */
export function percentDecode(text: string): string {
  return text.includes("%") ? decodeURIComponent(text) : text;
}

/** Decodes percent-encoded UTF-8; a text that is malformed stays as it is. */
export function percentDecodeLeniently(text: string): string {
  try {
    return percentDecode(text);
  } catch {
    return text;
  }
}

/** Decodes a name or a value of a query, where `+` is a space (WHATWG URL, urlencoded parsing). */
export function queryDecode(text: string): string {
  return percentDecodeLeniently(text.includes("+") ? text.replaceAll("+", " ") : text);
}
