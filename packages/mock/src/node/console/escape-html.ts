import { unseen } from "../unseen.ts";

const escapes: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Text as HTML has it, between tags and in attributes in quotation marks (WHATWG HTML, 13.1.4); characters that nobody
 * sees are shown by their code points.
 */
export function escapeHtml(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => escapes[character] ?? character)
    .replace(unseen, (character) =>
      /[\t\n\r]/.test(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
    );
}
