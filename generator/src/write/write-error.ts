import { ExpectedError } from "@openapi-packages/description/diagnostics/expected-error";

/** Thrown when the packages cannot be written. The message names the cause, and says what was changed. */
export class WriteError extends ExpectedError {
  override readonly name = "WriteError";
}

/** Returns an error of `node:fs` in words: `ENOSPC, no space left on device`. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node writes `CODE: text, call 'path'`; messages name the path themselves.
  return error.message.replace(/^(\w+): /, "$1, ").replace(/, \w+( '.*)?$/s, "");
}
