/** Control characters, and those that turn the direction of a line or break it. */
const unprintable =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Text of a stranger as a terminal may show it: what would command the terminal is written as an
 * escape, and what is longer than `most` characters is cut.
 */
export function printable(text: string, most = 200): string {
  const cut = text.length > most ? `${text.slice(0, most - 1)}…` : text;
  return cut.replace(unprintable, (character) => {
    const code = character.charCodeAt(0);
    const digits = code.toString(16);
    return code < 256 ? `\\x${digits.padStart(2, "0")}` : `\\u${digits.padStart(4, "0")}`;
  });
}
