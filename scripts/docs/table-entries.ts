import type { MarkdownOptions } from "vitepress";

type Markdown = Parameters<NonNullable<MarkdownOptions["config"]>>[0];
type Token = ReturnType<Markdown["parse"]>[number];

/** What stands before cells that say nothing without the head of their column. */
const labels: Readonly<Record<string, string>> = {
  key: "key ",
  in: "in ",
  value: "value: ",
  commands: "commands: ",
};

/** Classes of cells by column: the words of an entry, and what stands below them. */
const classes: Readonly<Record<string, string>> = {
  "what it does": "words",
  description: "words",
  "": "words",
  value: "notes",
  commands: "notes",
};

/**
 * Marks the tables of references, which have more columns than a page has room for: the theme's style shows each row as an
 * entry, with its words below its name. What the head says of a cell is in an attribute.
 */
export function markEntries(markdown: Markdown): void {
  markdown.core.ruler.push("entries", (state) => {
    const { relativePath = "" } = state.env as { relativePath?: string };
    if (!/^(?:reference\/|guides\/options\.md$)/.test(relativePath)) return;
    let heads: string[] = [];
    let column = 0;
    for (const [index, token] of state.tokens.entries()) {
      const content = state.tokens[index + 1];
      if (token.type === "table_open") {
        token.attrJoin("class", "entries");
        heads = [];
      } else if (token.type === "tr_open") column = 0;
      else if (token.type === "th_open") heads.push(content?.content ?? "");
      else if (token.type === "td_open" && content !== undefined) {
        markCell(token, content, heads[column] ?? "");
        column += 1;
      }
    }
  });
}

function markCell(cell: Token, content: Token, head: string): void {
  const [label, style] = [labels[head], classes[head]];
  if (label !== undefined) cell.attrSet("data-label", label);
  if (style !== undefined) cell.attrJoin("class", style);
  // Beside a name, "required" says more than "yes".
  const [text] = content.children ?? [];
  if (head === "required" && text?.content === "yes") text.content = head;
}
