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
 * Characters that nobody sees, and that carry text past reviewers all the same: controls but for tabs and line ends, line
 * separators, halves of pairs, those that turn text around (UAX #9), format characters such as tags, what is ignored
 * where it is displayed (UAX #44, `Default_Ignorable_Code_Point`), private use, and the blank of Braille. Signs of
 * Arabic, Syriac and Kaithi that stand around numbers are format characters that are seen.
 */
const unseen = String.raw`[[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]--[\t\n\r\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]]`;

/** Letters and marks whose shapes depend on joiners between them (UAX #31, section 2.3). */
const joined = String.raw`[[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]&&[\p{L}\p{M}]]`;

/**
 * What is unseen, and before it what has its place: the joiners and selectors of an emoji that Unicode lists (UTS #51,
 * `RGI_Emoji`), and one joiner between two letters of a script that is written with them.
 */
const unseenInText = new RegExp(
  `(?=[#*0-9]\\ufe0f|\\p{Extended_Pictographic})\\p{RGI_Emoji}|(?<=${joined})[\\u200c\\u200d](?=${joined})|(?<unseen>${unseen})`,
  "gv",
);

const anyUnseen = new RegExp(unseen, "v");

function withoutUnseen(text: string, escaped: (character: string) => string): string {
  if (!anyUnseen.test(text)) return text;
  return text.replace(unseenInText, (found: string, one?: string) =>
    one === undefined ? found : escaped(one),
  );
}

/**
 * Code with escapes for characters that nobody sees. ECMAScript and JSON allow them in strings, and
 * ECMAScript in comments, but editors take them for line ends, turn what follows around, or hide them. The escapes are
 * those that both languages have, one for each UTF-16 code unit, so that values stay what they are.
 */
export function visible(text: string): string {
  return withoutUnseen(text, (character) =>
    Array.from(
      { length: character.length },
      (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}

/** Prose in which characters that nobody sees are shown by their code points: `\u{e0041}`. */
export function visibleProse(text: string): string {
  return withoutUnseen(text, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
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
  return visibleProse(text.replace(/[\u2028\u2029]/g, "\n").replace(/\r\n?/g, "\n"))
    .replaceAll("*/", "*\\/")
    .replace(/(^|\s)@(?=[a-z])/gi, "$1\\@")
    .trim();
}

/** Text as line comments, one for each of its lines; nothing for an empty text. */
export function lineComments(text: string): string {
  const lines = text.trim() === "" ? [] : text.trim().split(/\r\n?|[\n\u2028\u2029]/);
  return lines.map((line) => `${`// ${visibleProse(line)}`.trimEnd()}\n`).join("");
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

/**
 * Text for one cell or line of Markdown of a page that others write on too, such as a comment: no link, image, mention,
 * reference to an issue or address becomes one. GitHub looks for the latter in the text that was rendered, where only
 * another node keeps their signs apart.
 */
export function markdownPlain(text: string): string {
  return markdownLine(text.replaceAll("&", "&amp;"))
    .replace(/[[\]]/g, "\\$&")
    .replace(/@(?=\S)|#(?=\d)|\bGH(?=-\d)|(?:https?|ftp|mailto|xmpp):|www(?=\.)/gi, "$&<!-- -->");
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
