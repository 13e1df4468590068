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

/** Text as one word of a POSIX shell, whatever it holds (POSIX.1-2024, Shell Command Language, section 2.2.2). */
export function shellText(text: string): string {
  const plain = text.replace(/\r\n?/g, "\n").replaceAll("\u0000", "");
  return /^[\w./:@+-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", "'\\''")}'`;
}

/** Languages of code blocks that a description may have; no block of it is code of ours that a check compiles. */
const codeLanguages = /^(bash|console|http|json|sh|shell|xml|yaml)$/;

/**
 * Text of several paragraphs as Markdown: its paragraphs, lists, tables and closed code blocks stay; headings, HTML and
 * definitions of links become plain text, so that nothing changes the page around it.
 */
export function markdownText(text: string): readonly string[] {
  const lines = comment(text).replaceAll("\\@", "@").replaceAll("*\\/", "*/").split("\n");
  const written: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const [, fence, language = ""] = /^\s{0,3}(`{3,}|~{3,})\s*([\w-]*)[^`]*$/.exec(line) ?? [];
    if (fence === undefined) {
      written.push(markdownTextLine(line));
      continue;
    }
    const isEnd = (one: string): boolean =>
      one.trim().startsWith(fence) && /^[`~]+$/.test(one.trim());
    const end = lines.findIndex((one, at) => at > index && isEnd(one));
    if (end === -1) written.push(markdownTextLine(line.replace(/[`~]/g, "\\$&")));
    else written.push(...codeBlock(lines.slice(index + 1, end), language));
    index = end === -1 ? index : end;
  }
  return written;
}

/** A block of code in Markdown, whatever back-ticks it holds (CommonMark, section 4.5); of an unknown language, plain text. */
export function codeBlock(lines: readonly string[], language: string): readonly string[] {
  const longest = lines.flatMap((line) =>
    [...line.matchAll(/`{3,}/g)].map((match) => match[0].length),
  );
  const fence = "`".repeat(Math.max(2, ...longest) + 1);
  return [`${fence}${codeLanguages.test(language) ? language : "text"}`, ...lines, fence];
}

function markdownTextLine(line: string): string {
  const [, indent = "", rest = ""] = /^(\s*)(.*)$/.exec(line) ?? [];
  const isList = /^([-*+]|\d+[.)])\s/.test(rest);
  const text = rest.replaceAll("<", "&lt;").replace(/^(#{1,6}(\s|$)|[=-]+$|\[[^\]]*\]:)/, "\\$1");
  // More spaces would make code of a paragraph.
  return `${isList ? indent.slice(0, 6).replaceAll("\t", "  ") : ""}${text}`.trimEnd();
}
