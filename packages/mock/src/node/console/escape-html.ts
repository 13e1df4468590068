import { unseen } from "../unseen.ts";

const escapes: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Escapes text for HTML, in elements and in quoted attributes (WHATWG HTML, 13.1.4). Invisible characters are
 * shown as their code points.
 */
export function escapeHtml(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => escapes[character] ?? character)
    .replace(unseen, (character) =>
      /[\t\n\r]/.test(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
    );
}
