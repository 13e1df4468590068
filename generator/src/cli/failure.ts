import { DiagnosticsError } from "../diagnostics.ts";
import { EmitterError } from "../emit/emitter-error.ts";
import { MockError } from "../mock/serve/mock-error.ts";
import { NotInstalledError } from "../print/native-library.ts";
import { ScaffoldError } from "../scaffold/scaffold-error.ts";
import { UsageError } from "../usage-error.ts";
import { WriteError } from "../write/write-error.ts";

/** Errors that say what somebody has to put right; any other is a fault of the generator. */
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

/** An error in words; those of a fault of the generator have its place. */
export function failureText(error: unknown): string {
  if (isExpected(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Where people read more about the causes of an error; `undefined` where there is nothing to read. */
export function explainLine(error: unknown): string | undefined {
  if (!(error instanceof DiagnosticsError)) return undefined;
  const errors = error.diagnostics.filter(({ severity }) => severity === "error");
  const codes = new Set(errors.map(({ code }) => code));
  const [only] = codes;
  const code = only !== undefined && codes.size === 1 ? only : "<code>";
  return `How to fix it: openapi-packages explain ${code}`;
}
