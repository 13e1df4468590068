import { oneLine } from "./report-text.ts";

/** Markup; only {@link html} makes it, so that no text gets into the page as it is. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | undefined | readonly (string | Markup | undefined)[];

/** A template of HTML: texts in it are escaped, on one line; markup stays. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const text = strings.map((string, index) => string + partText(parts[index]));
  return new Markup(text.join(""));
}

/** Text that keeps its line ends, for `pre`; no line begins as a command of GitHub's runners does. */
export function lines(text: string): Markup {
  const escaped = text.split(/\r\n|\n/).map(escapeHtml);
  return new Markup(
    escaped
      .map((line) => line.replace(/^(\s*)::/, "$1&#58;:").replace(/^(\s*)##/, "$1&#35;#"))
      .join("\n"),
  );
}

function partText(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  return part.map(partText).join("");
}

function escapeHtml(text: string): string {
  return oneLine(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
