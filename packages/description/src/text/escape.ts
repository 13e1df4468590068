/**
 * This module is the only way for text of a description into the output. Such text is untrusted: no
 * other code of the generator may put it into quotes, comments or names.
 */

/** Writes a JSON value as a TypeScript expression of literals only, without special keys. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
    return `{ ${entries.map(([key, entry]) => `${literalKey(key)}: ${literal(entry)}`).join(", ")} }`;
  }
  return visible(JSON.stringify(value) ?? "undefined");
}

/**
 * Invisible characters, which could hide text from reviewers: controls except tabs and line ends,
 * line separators, lone surrogates, bidirectional controls (UAX #9), format characters such as
 * tags, characters ignored in display (UAX #44, `Default_Ignorable_Code_Point`), private use, and
 * the Braille blank. The number signs of Arabic, Syriac and Kaithi are format characters too, but
 * visible.
 */
const unseen = String.raw`[[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]--[\t\n\r\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]]`;

/** Letters and marks whose shapes depend on joiners between them (UAX #31, section 2.3). */
const joined = String.raw`[[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]&&[\p{L}\p{M}]]`;

/**
 * Creates a pattern for invisible characters, and before them those that are legitimate: the joiners
 * and selectors of a listed emoji (UTS #51, `RGI_Emoji`), and a single joiner between two letters of
 * a script that needs it.
 */
const unseenInText = (): RegExp =>
  new RegExp(
    `(?=[#*0-9]\\ufe0f|\\p{Extended_Pictographic})\\p{RGI_Emoji}|(?<=${joined})[\\u200c\\u200d](?=${joined})|(?<unseen>${unseen})`,
    "gv",
  );

/** The pattern, once a text needs it: few do, and it takes as long as all texts of most descriptions. */
let compiledUnseenInText: RegExp | undefined;

const anyUnseen = new RegExp(unseen, "v");

/** Matches adjacent characters beyond visible ASCII, with the digit or sign that an emoji may start with. */
const beyondAscii = /[#*0-9]?[^\t\n\r -~]+/g;

function withoutUnseen(text: string, escaped: (character: string) => string): string {
  return text.replace(beyondAscii, (part) => {
    if (!anyUnseen.test(part)) return part;
    compiledUnseenInText ??= unseenInText();
    return part.replace(compiledUnseenInText, (found: string, one?: string) =>
      one === undefined ? found : escaped(one),
    );
  });
}

/**
 * Escapes invisible characters in code. ECMAScript and JSON allow them in strings, and ECMAScript
 * in comments, but editors treat them as line ends, reverse the text after them, or hide them. Each
 * UTF-16 code unit becomes an escape that both languages have, so values stay the same.
 */
export function visible(text: string): string {
  return withoutUnseen(text, (character) =>
    Array.from(
      { length: character.length },
      (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}

/** Shows invisible characters in prose as code points: `\u{e0041}`. */
export function visibleProse(text: string): string {
  return withoutUnseen(text, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/**
 * Writes a key of an object literal. `__proto__: x` would set the prototype (ECMA-262, Annex
 * B.3.1), so that key is computed.
 */
export function literalKey(key: string): string {
  return key === "__proto__" ? '["__proto__"]' : propertyKey(key);
}

/**
 * Writes the name of a property in a type or a literal: without quotes where ECMAScript allows it.
 */
export function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : visible(JSON.stringify(name));
}

/**
 * Escapes text for the inside of a block comment, so that it cannot end the comment or add tags.
 */
export function comment(text: string): string {
  return visibleProse(text.replace(/[\u2028\u2029]/g, "\n").replace(/\r\n?/g, "\n"))
    .replaceAll("*/", "*\\/")
    .replace(/(^|\s)@(?=[a-z])/gi, "$1\\@")
    .trim();
}

/** Writes text as line comments, one per line; nothing for empty text. */
export function lineComments(text: string): string {
  const lines = text.trim() === "" ? [] : text.trim().split(/\r\n?|[\n\u2028\u2029]/);
  return lines.map((line) => `${`// ${visibleProse(line)}`.trimEnd()}\n`).join("");
}

/** Escapes text for one cell or line of Markdown: no line ends, no HTML, no table bars. */
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
 * Escapes text for one cell or line of Markdown on a shared page, such as a comment, so that it
 * cannot create links, images, mentions or issue references. GitHub detects most of these in the
 * rendered text, where only another node separates their characters.
 */
export function markdownPlain(text: string): string {
  return markdownLine(text.replaceAll("&", "&amp;"))
    .replace(/[[\]]/g, "\\$&")
    .replace(/@(?=\S)|#(?=\d)|\bGH(?=-\d)|(?:https?|ftp|mailto|xmpp):|www(?=\.)/gi, "$&<!-- -->");
}

/**
 * Writes text as inline code in Markdown, whatever backticks it contains (CommonMark, section 6.1).
 */
export function markdownCode(text: string): string {
  const line = visible(text.replace(/\s+/g, " ")).replaceAll("|", "\\|");
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map((match) => match[0].length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

/**
 * Quotes text as one word of a POSIX shell (POSIX.1-2024, Shell Command Language, section 2.2.2).
 */
export function shellText(text: string): string {
  const plain = text.replace(/\r\n?/g, "\n").replaceAll("\u0000", "");
  return /^[\w./:@+-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", "'\\''")}'`;
}

/**
 * The languages that code blocks of a description may have. TypeScript is missing, because a check
 * compiles such blocks as our own code.
 */
const codeLanguages = /^(bash|console|http|json|sh|shell|xml|yaml)$/;

/**
 * Escapes text of several paragraphs as Markdown. Paragraphs, lists, tables and closed code blocks
 * stay; headings, HTML and link definitions become plain text, so that they cannot affect the rest
 * of the page.
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

/**
 * Writes a code block in Markdown, whatever backticks it contains (CommonMark, section 4.5). An
 * unknown language becomes `text`.
 */
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
  // More spaces would turn the paragraph into a code block.
  return `${isList ? indent.slice(0, 6).replaceAll("\t", "  ") : ""}${text}`.trimEnd();
}
