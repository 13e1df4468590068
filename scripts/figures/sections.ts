import { createHash } from "node:crypto";

/** A part of a page that a command writes, between `<!-- figures name sum -->` and `<!-- end of figures name -->`. */
export interface FigureSection {
  readonly name: string;
  /** The checksum in the opening comment; empty until a command has written the section. */
  readonly sum: string;
  readonly text: string;
  /** The offsets of its start and end in the page, including both comments. */
  readonly start: number;
  readonly end: number;
}

const marks = /^<!-- figures ([\w-]+)(?: ([0-9a-f]+))? -->\n([\s\S]*?)<!-- end of figures \1 -->/gm;

/** Returns the sections of a page, in order. */
export function figureSections(page: string): FigureSection[] {
  return [...page.matchAll(marks)].map(
    ({ 0: all, 1: name = "", 2: sum = "", 3: text = "", index }) => ({
      name,
      sum,
      text,
      start: index,
      end: index + all.length,
    }),
  );
}

/** Returns the checksum of a section's text, which reveals edits by hand. Column widths and line breaks do not change it. */
export function sumOf(text: string): string {
  const words = text.replaceAll(/-{3,}/g, "---").split(/\s+/).filter(Boolean);
  return createHash("sha256").update(words.join(" ")).digest("hex").slice(0, 12);
}

/**
 * Replaces the text of a section.
 *
 * @throws {Error} if the page does not have the section
 */
export function withFigures(page: string, name: string, text: string): string {
  const section = figureSections(page).find((one) => one.name === name);
  if (section === undefined) throw new Error(`there is no section <!-- figures ${name} -->`);
  const written = `<!-- figures ${name} ${sumOf(text)} -->\n\n${text.trim()}\n\n<!-- end of figures ${name} -->`;
  return page.slice(0, section.start) + written + page.slice(section.end);
}
