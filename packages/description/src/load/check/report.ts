import type { DiagnosticCode } from "../../diagnostics/diagnostic-codes.ts";
import type { Misspelling } from "../openapi/fixed-fields.ts";
import type { Json } from "../../json/json.ts";

/**
 * Reports a diagnostic about the current node, or about a place below it.
 *
 * @param misspelt the field that was probably meant to be the missing one
 */
export type Report = (
  code: DiagnosticCode,
  message: string,
  hint: string,
  below?: string,
  misspelt?: Misspelling,
) => void;

/** Returns a value of a description for a message, shortened if it is long. */
export function shown(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
