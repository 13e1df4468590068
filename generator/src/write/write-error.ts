/** The packages could not be written; the message says what stands in the way, and what became of them. */
export class WriteError extends Error {
  override readonly name = "WriteError";
}

/** An error of `node:fs` in words: `ENOSPC, no space left on device`. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node writes: `CODE: text, call 'path'`; the path is given where the message is used.
  return error.message.replace(/^(\w+): /, "$1, ").replace(/, \w+( '.*)?$/s, "");
}
