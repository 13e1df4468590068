import { DiagnosticsError } from "@openapi-packages/description/diagnostics/diagnostics";
import { EmitterError } from "openapi-packages/emit/emitter-error";
import { MockError } from "@openapi-packages/compiler/mock/serve/mock-error";
import { NotInstalledError } from "openapi-packages/print/native-library";
import { ScaffoldError } from "openapi-packages/scaffold/scaffold-error";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import { WriteError } from "openapi-packages/write/write-error";

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
