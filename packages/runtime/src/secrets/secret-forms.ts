/** A text to look for. */
export interface SecretForm {
  readonly text: string;
  /** True if the preceding base64 character contains bits of the secret. */
  readonly hasBitsBefore: boolean;
  /** True if the following base64 character contains bits of the secret. */
  readonly hasBitsAfter: boolean;
}

/**
 * Returns the encodings in which a secret is searched for: plain, hexadecimal and base64. Escapes are
 * decoded before the search.
 */
export function formsOf(secret: string): readonly SecretForm[] {
  const utf8 = new TextEncoder().encode(secret);
  const codes = Array.from(secret, (character) => character.codePointAt(0) ?? 0);
  const isLatin1 = codes.every((code) => code <= 0xff);
  const encodings = [utf8];
  if (isLatin1 && utf8.length !== codes.length) encodings.push(Uint8Array.from(codes));
  const forms = new Map<string, SecretForm>();
  const add = (text: string, hasBitsBefore = false, hasBitsAfter = false): void => {
    // In a URL-encoded form `+` is a space, and decoding turns both into spaces.
    for (const one of [text, text.replaceAll("+", " ")])
      if (!forms.has(one)) forms.set(one, { text: one, hasBitsBefore, hasBitsAfter });
  };
  add(secret);
  for (const bytes of encodings) {
    add(binaryOf(bytes));
    add(hexOf(bytes));
    add(hexOf(bytes).toUpperCase());
    for (const offset of [0, 1, 2]) {
      const text = base64Within(bytes, offset);
      const hasBitsAfter = (offset + bytes.length) % 3 !== 0;
      add(text, offset !== 0, hasBitsAfter);
      add(text.replaceAll("+", "-").replaceAll("/", "_"), offset !== 0, hasBitsAfter);
    }
  }
  return [...forms.values()];
}

/** Returns bytes read as ISO-8859-1, as headers are. */
const binaryOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Returns the base64 characters (RFC 4648, section 4) that depend only on these bytes, whatever precedes
 * and follows them.
 *
 * @param offset the position of the first byte in a group of three
 */
function base64Within(bytes: Uint8Array, offset: number): string {
  const text = btoa(binaryOf(new Uint8Array([...new Uint8Array(offset), ...bytes])));
  const start = Math.ceil((offset * 8) / 6);
  return text.slice(start, Math.floor(((offset + bytes.length) * 8) / 6));
}
