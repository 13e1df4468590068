import type { MarkdownEnv, MarkdownOptions } from "vitepress";
import { anchorOf } from "./markdown.ts";
import { layOutOperations } from "./operation-page.ts";
import { markEntries } from "./table-entries.ts";

type Markdown = Parameters<NonNullable<MarkdownOptions["config"]>>[0];

/**
 * The options for rendering pages as HTML. Pages contain texts of descriptions, so HTML elements, attributes, Vue templates
 * and file inclusions in a text are turned off.
 */
export const markdownOptions: MarkdownOptions = {
  html: false,
  attrs: false,
  anchor: { slugify: anchorOf },
  config: (markdown) => {
    markdown.disable("snippet");
    markBraces(markdown);
    markCodes(markdown);
    breakPaths(markdown);
    keepOptions(markdown);
    showTitles(markdown);
    markEntries(markdown);
    showByScheme(markdown);
    layOutOperations(markdown);
  },
};

/**
 * Renders a page for the search, which reads nothing but its text. Code is therefore not highlighted, which takes longer than all
 * else and has been done once for the page itself.
 */
export function renderForSearch(source: string, env: MarkdownEnv, markdown: Markdown): string {
  const { highlight } = markdown.options;
  markdown.set({ highlight: null });
  try {
    return markdown.render(source, env);
  } finally {
    markdown.set({ highlight });
  }
}

/** Escapes double braces, which Vue would interpolate. */
function markBraces({ renderer }: Markdown): void {
  const render = renderer.render.bind(renderer);
  renderer.render = (...given) => render(...given).replaceAll("{{", "&#123;&#123;");
}

/** Gives each row of a table of codes an anchor: `diff.html#path-removed`. */
function markCodes(markdown: Markdown): void {
  markdown.core.ruler.push("codes", ({ tokens }) => {
    let isTableOfCodes = false;
    for (const [index, { type }] of tokens.entries()) {
      const first = tokens[index + 2];
      if (type !== "tr_open" || first === undefined) continue;
      if (tokens[index + 1]?.type === "th_open") isTableOfCodes = first.content === "code";
      const [, code] = /^`([\w-]+)`$/.exec(first.content) ?? [];
      if (isTableOfCodes && code !== undefined) tokens[index]?.attrSet("id", code);
    }
  });
}

/** Lets paths in code, such as `/pets/{id}`, go on in the next line, so that they do not make tables wider than the page. */
function breakPaths({ renderer }: Markdown): void {
  const { code_inline: code } = renderer.rules;
  if (code === undefined) return;
  renderer.rules.code_inline = (...given) =>
    code(...given).replaceAll(/(?<!<)\/(?=[^>])/g, "<wbr>/");
}

/** Keeps options in code, such as `--allow-ref`, in one line, which browsers break after a hyphen. */
function keepOptions({ renderer }: Markdown): void {
  const { code_inline: code } = renderer.rules;
  if (code === undefined) return;
  renderer.rules.code_inline = (tokens, index, ...given) => {
    if (/^--?[\w-]+$/.test(tokens[index]?.content ?? ""))
      tokens[index]?.attrJoin("class", "option");
    return code(tokens, index, ...given);
  };
}

/** Shows the title of a block of code, the file that it is or the place of its commands: `title="src/main.ts"`. */
function showTitles({ renderer, utils }: Markdown): void {
  const { fence } = renderer.rules;
  if (fence === undefined) return;
  renderer.rules.fence = (tokens, index, ...given) => {
    const [, title] = / title="([^"]*)"/.exec(tokens[index]?.info ?? "") ?? [];
    const caption =
      title === undefined ? "" : `<p class="code-title">${utils.escapeHtml(title)}</p>`;
    return caption + fence(tokens, index, ...given);
  };
}

/**
 * Shows `name-light.svg` in the light scheme, and `name-dark.svg` beside it in the dark one; on telephones
 * `name-narrow-light.svg` and `name-narrow-dark.svg`.
 */
function showByScheme({ renderer }: Markdown): void {
  const { image } = renderer.rules;
  if (image === undefined) return;
  renderer.rules.image = (tokens, index, ...given) => {
    const html = image(tokens, index, ...given);
    if (!html.includes("-light.svg")) return html;
    return ["light", "dark", "narrow-light", "narrow-dark"]
      .map((name) => {
        const scheme = name.replace("narrow-", "");
        const size = name === scheme ? "wide" : "narrow";
        return html
          .replaceAll("-light.svg", `-${name}.svg`)
          .replace("<img", `<img class="${scheme}-only ${size}-only"`);
      })
      .join("");
  };
}
