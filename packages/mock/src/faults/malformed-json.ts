/**
 * A JSON text cut before its end, with two closing braces too many: none that is JSON becomes another
 * that is, as what was a whole is now followed by a brace, or never ends.
 */
export const malformed = (text: string): string => `${text.slice(0, -1)}}}`;

/** Spoils the JSON of one item of a stream, be it an event or a line; the line breaks behind it stay. */
export function malformedItem(chunk: string | Uint8Array): string {
  const text = typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk);
  const end = text.trimEnd();
  return malformed(end) + text.slice(end.length);
}
