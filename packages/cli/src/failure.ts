import { DiagnosticsError } from "@openapi-packages/description/diagnostics/diagnostics";
import { ExpectedError } from "@openapi-packages/description/diagnostics/expected-error";

/** Returns the message of an error; for a bug of the generator, its stack. */
export function failureText(error: unknown): string {
  if (error instanceof ExpectedError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Returns a line with the `explain` command for an error; `undefined` for errors without diagnostics. */
export function explainLine(error: unknown): string | undefined {
  if (!(error instanceof DiagnosticsError)) return undefined;
  const errors = error.diagnostics.filter(({ severity }) => severity === "error");
  const codes = new Set(errors.map(({ code }) => code));
  const [only] = codes;
  const code = only !== undefined && codes.size === 1 ? only : "<code>";
  return `How to fix it: openapi-packages explain ${code}`;
}
