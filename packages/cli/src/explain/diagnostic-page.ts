import {
  diagnosticCodes,
  type CodeMeaning,
  type DiagnosticCode,
} from "@openapi-packages/description/diagnostics/diagnostic-codes";
import { diagnosticFixes } from "./diagnostic-fixes.ts";
import type { ExamplePlace, Fix } from "./fix.ts";

/** Everything known about a diagnostic code. */
export interface DiagnosticPage extends CodeMeaning, Fix {
  readonly kind: "diagnostic";
  readonly code: DiagnosticCode;
}

/** Returns the page of a code. */
export function diagnosticPage(code: DiagnosticCode): DiagnosticPage {
  return { kind: "diagnostic", code, ...diagnosticCodes[code], ...diagnosticFixes[code] };
}

/** Returns the pages of all codes, in the order of their table. */
export function diagnosticPages(): DiagnosticPage[] {
  return (Object.keys(diagnosticCodes) as DiagnosticCode[]).map(diagnosticPage);
}

/** The words after "Before" that say where an example belongs. */
export const exampleWords: Readonly<Record<ExamplePlace, string>> = {
  file: "",
  overlay: ", in an overlay",
  description: "",
  operation: ", in an operation",
  schemas: ", in `components.schemas`",
};

/** Returns a page as a Markdown section with a third-level heading. */
export function diagnosticMarkdown(page: DiagnosticPage): string {
  const { code, severity, cause, assumed, fix, example } = page;
  const said = assumed === undefined ? [] : [`Assumed: ${assumed}.`];
  const name = { error: "Error", warning: "Warning", info: "Note" }[severity];
  const lines = [`### \`${code}\``, `${name}: ${cause}.`, ...said, fix];
  if (example === undefined) return lines.join("\n\n");
  const { place, before, after } = example;
  const language = before.startsWith("{") ? "json" : "yaml";
  const block = (text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
  return [...lines, `Before${exampleWords[place]}:`, block(before), "After:", block(after)].join(
    "\n\n",
  );
}
