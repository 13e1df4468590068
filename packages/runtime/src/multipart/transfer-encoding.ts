import { malformed } from "./multipart-error.ts";
import type { NonSharedUint8Array } from "../web-types.ts";

/**
 * Decodes the content of a part by its `Content-Transfer-Encoding` (RFC 2045, section 6), which mail
 * programs use; HTTP does not need it.
 *
 * @param part its name or position
 * @throws {MultipartError} if the content is invalid in the encoding, or the encoding is unknown
 */
export function decodeTransfer(
  bytes: NonSharedUint8Array,
  encoding: string | undefined,
  part: string,
): NonSharedUint8Array {
  switch (encoding?.toLowerCase()) {
    case undefined:
    case "7bit":
    case "8bit":
    case "binary":
      return bytes;
    case "base64":
      return base64(bytes, part);
    case "quoted-printable":
      return quotedPrintable(bytes, part);
    default:
      throw malformed("must have a Content-Transfer-Encoding of RFC 2045, or none", part);
  }
}

const latin1 = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes);

function base64(bytes: Uint8Array, part: string): NonSharedUint8Array {
  try {
    return octets(atob(latin1(bytes)));
  } catch {
    throw malformed("must be in base64, as its Content-Transfer-Encoding says", part);
  }
}

/**
 * Decodes quoted-printable. White space at the end of a line is not content (RFC 2045, section 6.7, rule
 * 3).
 */
function quotedPrintable(bytes: Uint8Array, part: string): NonSharedUint8Array {
  const lines = latin1(bytes).split("\r\n").map(withoutPadding);
  const text = lines
    .map((line, index) => {
      if (line.endsWith("=")) return line.slice(0, -1);
      return index === lines.length - 1 ? line : `${line}\r\n`;
    })
    .join("");
  if (/=(?![\da-f]{2})/i.test(text))
    throw malformed("must be quoted-printable, as its Content-Transfer-Encoding says", part);
  return octets(
    text.replace(/=([\da-f]{2})/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    ),
  );
}

/**
 * Removes white space at the end of a line. A regular expression would take quadratic time for long runs of
 * spaces.
 */
function withoutPadding(line: string): string {
  let end = line.length;
  while (line[end - 1] === " " || line[end - 1] === "\t") end -= 1;
  return line.slice(0, end);
}

/** Returns the bytes of a text in which each character is one byte. */
function octets(text: string): NonSharedUint8Array {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}
