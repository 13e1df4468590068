/** A text to look for. */
export interface SecretForm {
  readonly text: string;
  /** True where the character before it, in base64, has bits of the secret too. */
  readonly hasBitsBefore: boolean;
  /** True where the one after it has. */
  readonly hasBitsAfter: boolean;
}

/** A secret as it is, in hexadecimal digits and within base64; escapes are undone before it is looked for. */
export function formsOf(secret: string): readonly SecretForm[] {
  const utf8 = new TextEncoder().encode(secret);
  const codes = Array.from(secret, (character) => character.codePointAt(0) ?? 0);
  const isLatin1 = codes.every((code) => code <= 0xff);
  const encodings = [utf8];
  if (isLatin1 && utf8.length !== codes.length) encodings.push(Uint8Array.from(codes));
  const forms = new Map<string, SecretForm>();
  const add = (text: string, hasBitsBefore = false, hasBitsAfter = false): void => {
    // A form of a URL has spaces for `+`, and the reader of escapes makes spaces of both.
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

/** UTF-8 that was read as ISO-8859-1, as headers are. */
const binaryOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * The characters that bytes are in base64 (RFC 4648, 4) whatever stands before and after them.
 *
 * @param offset of the bytes within a group of three
 */
function base64Within(bytes: Uint8Array, offset: number): string {
  const text = btoa(binaryOf(new Uint8Array([...new Uint8Array(offset), ...bytes])));
  const start = Math.ceil((offset * 8) / 6);
  return text.slice(start, Math.floor(((offset + bytes.length) * 8) / 6));
}
