import type { Doc } from "prettier";
import { builders } from "prettier/doc";

const { hardline, join } = builders;

/** A TSDoc comment as it stands in a text, each of its lines indented as the place asks. */
export function commentLayout(text: string): Doc {
  const lines = text.split("\n");
  if (lines.length === 1) return text;
  const last = lines.length - 1;
  return join(
    hardline,
    lines.map((line, index) => {
      if (index === 0) return line.trimEnd();
      if (index === last) return ` ${line.trimStart()}`;
      return ` ${line.trim()}${isMarkdownBreak(line) ? markdownBreak : ""}`;
    }),
  );
}

/** Stands for the two spaces of a line break in Markdown, which a layout would drop; no text has this character. */
const markdownBreak = "\0";

function isMarkdownBreak(line: string): boolean {
  return line.endsWith("  ") && /[^\s*]/.test(line);
}

/** The text of a printed layout. */
export function withMarkdownBreaks(text: string): string {
  return text.replaceAll(markdownBreak, "  ");
}

/** The documentation of a declaration, in lines before it. */
export function documentationLayout(
  docs: readonly { readonly description: string }[] | undefined,
): Doc {
  return (docs ?? []).map(({ description }) => [commentLayout(commentText(description)), hardline]);
}

function commentText(description: string): string {
  if (!description.includes("\n")) return `/** ${description} */`;
  const lines = description.trimStart().split("\n");
  return `/**\n${lines.map((line) => ` * ${line}`).join("\n")}\n */`;
}
