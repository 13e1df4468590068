import { createHash } from "node:crypto";

/** A part of a page that a command writes, between `<!-- figures name sum -->` and `<!-- end of figures name -->`. */
export interface FigureSection {
  readonly name: string;
  /** The sum in the mark; empty where nothing was written yet. */
  readonly sum: string;
  readonly text: string;
  /** Where it begins and ends in the page, its marks included. */
  readonly start: number;
  readonly end: number;
}

const marks = /^<!-- figures ([\w-]+)(?: ([0-9a-f]+))? -->\n([\s\S]*?)<!-- end of figures \1 -->/gm;

/** The sections of a page, in their order. */
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

/** What a mark has of its section's text, so that an edit by hand is noticed; widths of tables and line breaks do not matter. */
export function sumOf(text: string): string {
  const words = text.replaceAll(/-{3,}/g, "---").split(/\s+/).filter(Boolean);
  return createHash("sha256").update(words.join(" ")).digest("hex").slice(0, 12);
}

/**
 * Puts a text between the marks of a section.
 *
 * @throws {Error} for a page without the section
 */
export function withFigures(page: string, name: string, text: string): string {
  const section = figureSections(page).find((one) => one.name === name);
  if (section === undefined) throw new Error(`there is no section <!-- figures ${name} -->`);
  const written = `<!-- figures ${name} ${sumOf(text)} -->\n\n${text.trim()}\n\n<!-- end of figures ${name} -->`;
  return page.slice(0, section.start) + written + page.slice(section.end);
}
