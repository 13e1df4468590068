import { unseen } from "../unseen.ts";

/**
 * Returns untrusted text for a terminal: control characters are escaped, and text longer than `most` characters
 * is truncated.
 */
export function printable(text: string, most = 200): string {
  const cut = text.length > most ? `${text.slice(0, most - 1)}…` : text;
  return cut.replace(unseen, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const digits = code.toString(16);
    if (code > 0xffff) return `\\u{${digits}}`;
    return code < 256 ? `\\x${digits.padStart(2, "0")}` : `\\u${digits.padStart(4, "0")}`;
  });
}
