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
  const [, quoted, token] =
    /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]*))/i.exec(contentType ?? "") ?? [];
  return (quoted ?? token ?? "utf-8").trim().toLowerCase();
}

/** True if a charset is UTF-8, of which US-ASCII is a part. */
export const isUtf8 = (charset: string): boolean => /^(?:utf-?8|us-ascii|ascii)$/.test(charset);

/**
 * Decodes text by its charset (RFC 9110, 8.3.2). Nothing is replaced by U+FFFD.
 *
 * @param charset in lower case
 * @throws {CharsetError} if the charset is not supported, or the bytes are not in it
 */
export function decodeBytes(
  bytes: Uint8Array | ArrayBuffer,
  charset = "utf-8",
  options: { readonly ignoreBOM?: boolean } = {},
): string {
  const decoder = decoderOf(bytes, charset, options);
  try {
    return decoder.decode(bytes);
  } catch {
    throw new CharsetError("encoding", `must be ${charset.toUpperCase()}`);
  }
}

/**
 * Creates a function that decodes UTF-8 that arrives in chunks, the last of them `undefined`.
 *
 * @param fatal `false` to replace what is not UTF-8 by U+FFFD, as the HTML Standard has it of event streams
 * @throws {CharsetError} of the function, if the bytes are not UTF-8
 */
export function createUtf8Decoder(fatal = true): (chunk: Uint8Array | undefined) => string {
  const decoder = new TextDecoder("utf-8", { fatal });
  return (chunk) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new CharsetError("encoding", "must be UTF-8");
    }
  };
}

interface Decoder {
  decode(bytes: Uint8Array | ArrayBuffer): string;
}

function decoderOf(
  bytes: Uint8Array | ArrayBuffer,
  charset: string,
  options: { readonly ignoreBOM?: boolean },
): Decoder {
  if (/^(?:iso[-_]?8859-1(?::1987)?|latin1|l1)$/.test(charset)) return latin1;
  if (/^(?:us-)?ascii$/.test(charset)) return ascii;
  const isUtf16 = charset === "utf-16";
  try {
    if (!isUtf16) return new TextDecoder(charset, { fatal: true, ...options });
  } catch {
    // Reported below.
  }
  const [first, second] = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  const mark = isUtf16 ? byteOrders.get(`${first} ${second}`) : undefined;
  if (mark !== undefined) return new TextDecoder(mark, { fatal: true });
  throw new CharsetError(
    "unsupported",
    isUtf16
      ? "must have a byte order mark, or name utf-16le or utf-16be"
      : "must have a known charset",
  );
}

/** RFC 2781 and the Encoding Standard disagree about UTF-16 without a byte order mark. */
const byteOrders: ReadonlyMap<string, string> = new Map([
  ["254 255", "utf-16be"],
  ["255 254", "utf-16le"],
]);

/** The Encoding Standard takes ISO-8859-1 for windows-1252, which has other characters at 0x80 to 0x9F. */
const latin1: Decoder = {
  decode(bytes) {
    const array = new Uint8Array(bytes);
    let text = "";
    for (let start = 0; start < array.length; start += 8192)
      text += String.fromCharCode(...array.subarray(start, start + 8192));
    return text;
  },
};

const ascii: Decoder = {
  decode(bytes) {
    if (new Uint8Array(bytes).some((byte) => byte > 127)) throw new RangeError("must be US-ASCII");
    return latin1.decode(bytes);
  },
};
