import { diagnosticCodes, type CodeMeaning, type DiagnosticCode } from "../diagnostic-codes.ts";
import { diagnosticMends } from "./diagnostic-mends.ts";
import type { ExamplePlace, Mend } from "./mend.ts";

/** All that is known of a code of diagnostics. */
export interface DiagnosticPage extends CodeMeaning, Mend {
  readonly kind: "diagnostic";
  readonly code: DiagnosticCode;
}

/** The page of a code. */
export function diagnosticPage(code: DiagnosticCode): DiagnosticPage {
  return { kind: "diagnostic", code, ...diagnosticCodes[code], ...diagnosticMends[code] };
}

/** The pages of all codes, in the order of their table. */
export function diagnosticPages(): DiagnosticPage[] {
  return (Object.keys(diagnosticCodes) as DiagnosticCode[]).map(diagnosticPage);
}

/** Where the text of an example stands, in words that follow "Before". */
export const exampleWords: Readonly<Record<ExamplePlace, string>> = {
  file: "",
  overlay: ", in an overlay",
  description: "",
  operation: ", in an operation",
  schemas: ", in `components.schemas`",
};

/** A page as a section of Markdown under a heading of the third level. */
export function diagnosticMarkdown(page: DiagnosticPage): string {
  const { code, severity, cause, assumed, mend, example } = page;
  const said = assumed === undefined ? [] : [`Assumed: ${assumed}.`];
  const name = { error: "Error", warning: "Warning", info: "Note" }[severity];
  const lines = [`### \`${code}\``, `${name}: ${cause}.`, ...said, mend];
  if (example === undefined) return lines.join("\n\n");
  const { place, before, after } = example;
  const language = before.startsWith("{") ? "json" : "yaml";
  const block = (text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
  return [...lines, `Before${exampleWords[place]}:`, block(before), "After:", block(after)].join(
    "\n\n",
  );
}
