import { lineAt } from "../repository.ts";

/** A heading, or a row of a table of codes, that a link may lead to. */
export interface Heading {
  readonly level: number;
  /** The text without marks. */
  readonly text: string;
  /** The fragment of links to it. */
  readonly anchor: string;
}

/** The target of a link or an image, and its position. */
export interface Link {
  readonly target: string;
  /** The first character of the target in the text. */
  readonly offset: number;
  readonly line: number;
}

const fence = /^( *)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1\2[`~]* *$/gm;
const comment = /<!--[\s\S]*?-->/g;
const codeSpan = /(?<!`)(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g;
/** `[text](target)` and `![text](target)`, with an optional title. */
const link = /\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g;

const blank = (text: string): string => text.replaceAll(/[^\n]/g, " ");

/** Returns the text with blanks in place of fenced code and comments, so that the rest keeps its position. */
export function withoutFences(text: string): string {
  return text.replaceAll(fence, blank).replaceAll(comment, blank);
}

/** Returns the text with blanks in place of all code and comments. */
export function proseOf(text: string): string {
  return withoutFences(text).replaceAll(codeSpan, blank);
}

/** Returns the text without comments, which a site would show. */
export function withoutComments(text: string): string {
  const prose = text.replaceAll(fence, blank);
  const found = [...prose.matchAll(comment)].toReversed();
  return found.reduce(
    (rest, { 0: whole, index }) => rest.slice(0, index) + rest.slice(index + whole.length),
    text,
  );
}

const picture =
  /<picture>\s*(?:<source [^>]*>\s*)+<img alt="(?<text>[^"]*)" src="(?<source>[^"]*)">\s*<\/picture>/g;

/**
 * Replaces each `<picture>`, which GitHub needs for light, dark and narrow images, by an image of Markdown. Line numbers stay the
 * same.
 */
export function withImages(text: string): string {
  return text.replaceAll(picture, (whole: string, alternative: string, source: string) => {
    const lines = whole.split("\n").length - 1;
    return `![${alternative}](${source})${"\n".repeat(lines)}`;
  });
}

/** Returns the links and images outside of code, in order. */
export function linksOf(text: string): Link[] {
  const prose = proseOf(text);
  return [...prose.matchAll(link)].map((match) => {
    const [whole, target = ""] = match;
    const offset = match.index + whole.indexOf(target, 2);
    return { target, offset, line: lineAt(text, offset) };
  });
}

/** True if a target leads out of the repository. */
export function isAddress(target: string): boolean {
  return /^[a-z][a-z+.-]*:|^\/\//i.test(target);
}

/** Replaces the target of each link. */
export function replaceTargets(text: string, replace: (target: string) => string): string {
  let replaced = text;
  for (const { target, offset } of linksOf(text).toReversed())
    replaced = replaced.slice(0, offset) + replace(target) + replaced.slice(offset + target.length);
  return replaced;
}

/** Returns the anchor of a heading as on GitHub, which the site uses too, without the number that repeated ones get. */
export function anchorOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-");
}

/** Returns the headings (`## Title`), in order. */
export function headingsOf(text: string): Heading[] {
  const seen = new Map<string, number>();
  return [...withoutFences(text).matchAll(/^(#{1,6}) +(.+?)(?: +#+)? *$/gm)].map(
    ([, marks = "", title = ""]) => {
      const plain = plainText(title);
      const anchor = anchorOf(plain);
      const times = seen.get(anchor) ?? 0;
      seen.set(anchor, times + 1);
      return {
        level: marks.length,
        text: plain,
        anchor: times === 0 ? anchor : `${anchor}-${times}`,
      };
    },
  );
}

/** Removes the Markdown for code, links, strong emphasis and escapes from a line. */
export function plainText(line: string): string {
  return line
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/`+/g, "")
    .replaceAll("**", "")
    .replaceAll(/\\([^\w\s])/g, "$1")
    .trim();
}

/** Returns the codes in the first column of tables of codes; each is an anchor. */
export function codeRowsOf(text: string): string[] {
  const tables = withoutFences(text).matchAll(/^\| *code *\|.*\n\|[ :|-]+\n((?:\|.*\n?)*)/gm);
  return [...tables].flatMap(([, rows = ""]) =>
    [...rows.matchAll(/^\| *`([\w-]+)` *\|/gm)].map(([, code = ""]) => code),
  );
}

/** Returns all anchors of a text: headings and codes. */
export function anchorsOf(text: string): string[] {
  return [...headingsOf(text).map(({ anchor }) => anchor), ...codeRowsOf(text)];
}

/** Returns the first paragraph after the first heading, as one line of plain text. */
export function summaryOf(text: string): string {
  const [, ...blocks] = withoutFences(text)
    .trim()
    .split(/\n{2,}/);
  const paragraph = blocks.find((block) => /^[\p{L}`[*]/u.test(block)) ?? "";
  return plainText(paragraph.replaceAll(/\s+/g, " "));
}
