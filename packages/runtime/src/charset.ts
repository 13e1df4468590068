/** Text that cannot be read: its charset is unknown, or its bytes are not in it. */
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

/** True if a charset is UTF-8, of which US-ASCII is a part. */
export const isUtf8 = (charset: string): boolean => /^(?:utf-?8|(?:us-)?ascii)$/.test(charset);

/**
 * Decodes text by its charset (RFC 9110, 8.3.2). Nothing is replaced by U+FFFD.
 *
 * @param charset in lower case
 * @throws {CharsetError} if the charset is not supported, or the bytes are not in it
 */
export function decodeBytes(
  bytes: Uint8Array | ArrayBuffer,
  charset = "utf-8",
  options?: { readonly ignoreBOM?: boolean },
): string {
  const array = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  // The Encoding Standard takes ISO-8859-1 for windows-1252, which has other characters at 0x80 to 0x9F.
  if (/^(?:iso[-_]?8859-1|latin-?1)$/.test(charset))
    return Array.from(array, (byte) => String.fromCharCode(byte)).join("");
  try {
    return new TextDecoder(labelOf(charset, array), { fatal: true, ...options }).decode(array);
  } catch (error) {
    // A label that is not known is a RangeError, and bytes that are not in the charset a TypeError.
    throw error instanceof RangeError
      ? new CharsetError("unsupported", "must have a known charset")
      : new CharsetError("encoding", `must be ${charset.toUpperCase()}`);
  }
}

/** RFC 2781 and the Encoding Standard disagree about UTF-16 without a byte order mark, which has no label here. */
function labelOf(charset: string, [first]: Uint8Array): string {
  if (charset === "utf-16") return first === 254 ? "utf-16be" : first === 255 ? charset : "";
  return isUtf8(charset) ? "utf-8" : charset;
}

/**
 * Creates a function that decodes one line of UTF-8 after the other; a byte order mark stays.
 *
 * @param fatal `false` to replace what is not UTF-8 by U+FFFD, as the HTML Standard has it of event streams
 * @throws {CharsetError} of the function, if the bytes are not UTF-8
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
