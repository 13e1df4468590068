/**
 * The one layer through which text of a description enters output. Such text is untrusted: nothing
 * else in the generator may put it between quotes, into a comment or into a name.
 */

/** A JSON value as a TypeScript expression: literals only, no computed or special keys. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
    return `{ ${entries.map(([key, entry]) => `${literalKey(key)}: ${literal(entry)}`).join(", ")} }`;
  }
  return visible(JSON.stringify(value) ?? "undefined");
}

/**
 * Characters that nobody sees: controls but for tabs and line ends, line separators, those that turn text
 * around (Unicode Bidirectional Algorithm, UAX #9), invisible ones that join nothing, and halves of pairs.
 */
const unseen =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\p{Cs}]/gu;

/**
 * Code with escapes for characters that nobody sees. ECMAScript and JSON allow them in strings, and
 * ECMAScript in comments, but editors take them for line ends, or turn what follows around.
 */
export function visible(text: string): string {
  return text.replace(
    unseen,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** In an object literal `__proto__: x` sets the prototype (ECMA-262, Annex B.3.1); a computed key does not. */
export function literalKey(key: string): string {
  return key === "__proto__" ? '["__proto__"]' : propertyKey(key);
}

/** A property's name in a type or a literal: bare where ECMAScript allows it, else a string literal. */
export function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : visible(JSON.stringify(name));
}

/** Text for the inside of a block comment: it cannot end the comment, and brings no tags of its own. */
export function comment(text: string): string {
  return text
    .replace(/[\u2028\u2029]/g, "\n")
    .replace(/\r\n?/g, "\n")
    .replace(unseen, "")
    .replaceAll("*/", "*\\/")
    .replace(/(^|\s)@(?=[a-z])/gi, "$1\\@")
    .trim();
}

/** Text as line comments, one for each of its lines; nothing for an empty text. */
export function lineComments(text: string): string {
  const lines = text.trim() === "" ? [] : text.trim().split(/\r\n?|[\n\u2028\u2029]/);
  return lines.map((line) => `${`// ${line.replace(unseen, "")}`.trimEnd()}\n`).join("");
}

/** Text for one cell or line of Markdown: no line ends, no HTML, no table bars. */
export function markdownLine(text: string): string {
  return comment(text)
    .replaceAll("\\@", "@")
    .replaceAll("*\\/", "*/")
    .replace(/\s+/g, " ")
    .replaceAll("\\", "\\\\")
    .replaceAll("|", "\\|")
    .replaceAll("<", "&lt;");
}

/** Text for a span of code in Markdown, whatever back-ticks it holds (CommonMark, section 6.1). */
export function markdownCode(text: string): string {
  const line = visible(text.replace(/\s+/g, " ")).replaceAll("|", "\\|");
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map((match) => match[0].length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}
