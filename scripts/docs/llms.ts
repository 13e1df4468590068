import { summaryOf } from "./markdown.ts";
import { home } from "./navigation.ts";
import type { Page } from "./pages.ts";
import { sectionsOf } from "./sidebar.ts";

const title = "openapi-packages";

/**
 * Returns `llms.txt` in the format of llmstxt.org: a title, a summary, and a list of all Markdown pages by section.
 *
 * @param base - the path of the site, with slashes at both ends
 */
export function llmsIndex(pages: readonly Page[], base: string): string {
  const opening = pages.find(({ path }) => path === home.path);
  const sections = sectionsOf(pages).map(({ title: section, pages: members }) => {
    const lines = members.map((page) => `- [${page.title}](${base}${page.path})${noteOf(page)}`);
    return `## ${section}\n\n${lines.join("\n")}\n`;
  });
  const summary = opening === undefined ? "" : `> ${summaryOf(opening.text)}\n\n`;
  return `# ${title}\n\n${summary}${sections.join("\n")}`;
}

/** Joins all pages except those of single operations, which would be most of the text. */
export function llmsFullText(pages: readonly Page[], base: string): string {
  const shown = pages.filter(({ path }) => !/^reference\/[^/]+\//.test(path));
  return shown.map(({ path, text }) => `<!-- ${base}${path} -->\n\n${text.trim()}\n`).join("\n");
}

/** The first sentence of a page's summary, or the whole summary if it is short. */
function noteOf({ text }: Page): string {
  const [sentence = ""] = /^.*?[.:](?= |$)|^.{1,120}$/.exec(summaryOf(text)) ?? [];
  return sentence === "" ? "" : `: ${sentence.replace(/:$/, ".")}`;
}
