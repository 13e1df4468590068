import type { MarkdownOptions } from "vitepress";

type Markdown = Parameters<NonNullable<MarkdownOptions["config"]>>[0];
type Token = ReturnType<Markdown["parse"]>[number];

/** The sections of an operation's page that show one call in different code. */
const codeSections = new Set(["Client", "curl", "Server", "Mock"]);

/** Makes a token of HTML of ours; that of a page stays text. */
type MakeHtml = (content: string) => Token;

/**
 * Lays out the pages of operations: their sections of code are tabs, and the members of members fold. Both work without a
 * script: a radio button or a checkbox holds the state, and `docs/.vitepress/theme/style.css` reads it.
 */
export function layOutOperations(markdown: Markdown): void {
  markdown.core.ruler.push("operations", (state) => {
    const { relativePath = "" } = state.env as { relativePath?: string };
    if (!relativePath.startsWith("reference/")) return;
    const html = (content: string): Token =>
      Object.assign(new state.Token("html_block", "", 0), { content });
    state.tokens = foldMembers(tabsOf(state.tokens, html), html);
  });
}

/** Makes tabs of the sections of code, which are the last ones of a page. */
function tabsOf(tokens: readonly Token[], html: MakeHtml): Token[] {
  const first = tokens.findIndex((_, index) => isCodeSection(tokens, index));
  if (first < 0) return [...tokens];
  const made = [...tokens.slice(0, first), html('<div class="code-tabs">')];
  for (let index = first; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined) continue;
    if (!isCodeSection(tokens, index)) {
      made.push(token);
      continue;
    }
    const isFirst = index === first;
    const name = tokens[index + 1]?.content ?? "";
    const id = `code-${name.toLowerCase()}`;
    if (!isFirst) made.push(html("</div>"));
    made.push(
      html(`<input type="radio" name="code" id="${id}"${isFirst ? " checked" : ""}>`),
      html(`<label for="${id}">`),
      ...tokens.slice(index, index + 3),
      html('</label><div class="code-panel">'),
    );
    index += 2;
  }
  return [...made, html("</div></div>")];
}

function isCodeSection(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  if (token?.type !== "heading_open" || token.tag !== "h2") return false;
  return codeSections.has(tokens[index + 1]?.content ?? "");
}

/** Gives each member that has members of its own a checkbox that shows them, and a `tbody` for it and them. */
function foldMembers(tokens: readonly Token[], html: MakeHtml): Token[] {
  const made: Token[] = [];
  let top = "";
  let folds = 0;
  for (const [index, token] of tokens.entries()) {
    const member = memberOf(tokens, index);
    if (token.type === "table_open") top = "";
    if (member !== undefined && isWithin(member, top)) token.attrJoin("class", "nested");
    else if (member !== undefined) {
      if (top !== "") made.push(html("</tbody><tbody>"));
      top = member;
      const after = tokens.slice(index + 1).findIndex(({ type }) => type === "tr_open");
      if (isWithin(memberOf(tokens, index + 1 + after) ?? "", top)) {
        folds += 1;
        const box = html(
          `<input type="checkbox" id="fold-${folds}" aria-label="Show its members">`,
        );
        tokens[index + 2]?.children?.unshift(box);
      }
    }
    made.push(token);
  }
  return made;
}

/** The member that a row of a table begins with; `undefined` in a head, and where no row begins. */
function memberOf(tokens: readonly Token[], index: number): string | undefined {
  if (tokens[index]?.type !== "tr_open" || tokens[index + 1]?.type !== "td_open") return undefined;
  return /^`([^`]*)`/.exec(tokens[index + 2]?.content ?? "")?.[1];
}

const isWithin = (member: string, top: string): boolean =>
  top !== "" && (member.startsWith(`${top}.`) || member.startsWith(`${top}[`));
