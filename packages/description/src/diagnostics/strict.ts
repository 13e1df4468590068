import { closestMatch } from "leven";
import { diagnosticCodes, type CodeMeaning } from "./diagnostic-codes.ts";
import type { Diagnostic } from "./diagnostics.ts";
import { UsageError } from "./usage-error.ts";

/** `true` treats all warnings as errors; a list names the codes to treat so. */
export type Strict = boolean | readonly string[];

/**
 * Turns warnings into errors. Notes stay notes.
 * @throws {UsageError} when a code is unknown, or the code of a note
 */
export function strictly(diagnostics: readonly Diagnostic[], strict: Strict = false): Diagnostic[] {
  if (typeof strict !== "boolean") for (const code of strict) checkCode(code);
  const isStrict = ({ code }: Diagnostic): boolean =>
    typeof strict === "boolean" ? strict : strict.includes(code);
  return diagnostics.map((one) =>
    one.severity === "warning" && isStrict(one) ? { ...one, severity: "error" } : one,
  );
}

function checkCode(code: string): void {
  const meanings: Readonly<Record<string, CodeMeaning>> = diagnosticCodes;
  const known = Object.keys(meanings).filter((name) => meanings[name]?.severity !== "info");
  if (known.includes(code)) return;
  const nearest = closestMatch(code, known);
  throw new UsageError(
    `there is no code ${JSON.stringify(code)} of warnings to be strict about; the nearest is ${nearest}`,
  );
}
