import { DiagnosticsError } from "../diagnostics.ts";
import { EmitterError } from "../emit/emitter-error.ts";
import { MockError } from "../mock/serve/mock-error.ts";
import { NotInstalledError } from "../print/native-library.ts";
import { ScaffoldError } from "../scaffold/scaffold-error.ts";
import { UsageError } from "../usage-error.ts";
import { WriteError } from "../write/write-error.ts";

/** True for an error that the user can correct. Any other is a bug of the generator. */
export function isExpected(error: unknown): error is Error {
  return (
    error instanceof DiagnosticsError ||
    error instanceof EmitterError ||
    error instanceof NotInstalledError ||
    error instanceof MockError ||
    error instanceof ScaffoldError ||
    error instanceof UsageError ||
    error instanceof WriteError
  );
}

/** Returns the message of an error; for a bug of the generator, its stack. */
export function failureText(error: unknown): string {
  if (isExpected(error)) return error.message;
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
