/**
 * Encodes text for a header value beyond ASCII: each of its UTF-8 bytes becomes a character (WHATWG HTML,
 * 9.2.4).
 */
export const toUtf8Bytes = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");

/** Reverses `toUtf8Bytes`. Text that is not UTF-8 bytes is returned unchanged. */
export function fromUtf8Bytes<Text extends string | undefined>(text: Text): Text | string {
  if (text === undefined || !/[\x80-\xff]/.test(text) || /[^\0-\xff]/.test(text)) return text;
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return text;
  }
}
