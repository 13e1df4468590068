import type { NonSharedUint8Array } from "@openapi-packages/runtime/internals";

/** Encodes bytes in Base64 (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  const most = 0x8000;
  for (let start = 0; start < bytes.length; start += most)
    text += String.fromCharCode(...bytes.subarray(start, start + most));
  return btoa(text);
}

/** Decodes a Base64 text; `undefined` if it is invalid. */
export function fromBase64(text: string): NonSharedUint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
