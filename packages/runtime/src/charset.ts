/** Bytes that cannot be decoded: their charset is unknown, or they are invalid in it. */
export class CharsetError extends Error {
  readonly kind: "unsupported" | "encoding";

  constructor(kind: CharsetError["kind"], message: string) {
    super(message);
    this.name = "CharsetError";
    this.kind = kind;
  }
}

/** Returns the `charset` of a Content-Type in lower case, `utf-8` if it has none (RFC 9110, 8.3.2). */
export function charsetOf(contentType: string | null | undefined): string {
  if (!contentType?.includes(";")) return "utf-8";
  const [, quoted, token] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]*))/i.exec(contentType) ?? [];
  return (quoted ?? token ?? "utf-8").trim().toLowerCase();
}

/** True if a charset is UTF-8, or US-ASCII, which is a subset of it. */
export const isUtf8 = (charset: string): boolean => /^(?:utf-?8|(?:us-)?ascii)$/.test(charset);

/**
 * Decodes text by its charset (RFC 9110, section 8.3.2). Invalid bytes are not replaced by U+FFFD.
 *
 * @param charset in lower case
 * @throws {CharsetError} if the charset is not supported, or the bytes are invalid in it
 */
export function decodeBytes(
  bytes: Uint8Array | ArrayBuffer,
  charset = "utf-8",
  options?: { readonly ignoreBOM?: boolean },
): string {
  const array = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  // The Encoding Standard decodes ISO-8859-1 as windows-1252, which has other characters at 0x80 to 0x9F.
  if (/^(?:iso[-_]?8859-1|latin-?1)$/.test(charset))
    return Array.from(array, (byte) => String.fromCharCode(byte)).join("");
  try {
    return new TextDecoder(labelOf(charset, array), { fatal: true, ...options }).decode(array);
  } catch (error) {
    // `TextDecoder` throws a RangeError for an unknown charset, and a TypeError for invalid bytes.
    throw error instanceof RangeError
      ? new CharsetError("unsupported", "must have a known charset")
      : new CharsetError("encoding", `must be ${charset.toUpperCase()}`);
  }
}

/**
 * Returns the label for `TextDecoder`. UTF-16 without a byte order mark is refused, because RFC 2781 and
 * the Encoding Standard disagree about its byte order.
 */
function labelOf(charset: string, [first]: Uint8Array): string {
  if (charset === "utf-16") return first === 254 ? "utf-16be" : first === 255 ? charset : "";
  return isUtf8(charset) ? "utf-8" : charset;
}

/**
 * Creates a function that decodes lines of UTF-8. It keeps a byte order mark.
 *
 * @param fatal `false` to replace invalid bytes by U+FFFD, as the HTML Standard requires for event streams
 * @throws {CharsetError} when the function is called with invalid bytes
 */
export function createUtf8Decoder(fatal: boolean): (bytes: Uint8Array) => string {
  const decoder = new TextDecoder("utf-8", { fatal, ignoreBOM: true });
  return (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch {
      throw new CharsetError("encoding", "must be UTF-8");
    }
  };
}
