import type { DiagnosticCode } from "../../diagnostics/diagnostic-codes.ts";
import type { Misspelling } from "../openapi/fixed-fields.ts";
import type { Json } from "../../json/json.ts";

/**
 * Reports a diagnostic about the current node, or about a place below it.
 *
 * @param involved what else the message is about
 */
export type Report = (
  code: DiagnosticCode,
  message: string,
  hint: string,
  below?: string,
  involved?: Involved,
) => void;

/** What a diagnostic of the structure is about besides its place. */
export interface Involved {
  /** The field that was probably meant to be the missing one. */
  readonly misspelt?: Misspelling | undefined;
  /** The member below the place that is assumed, as its author would write it. */
  readonly meant?: { readonly below: string; readonly value: Json } | undefined;
}

/** Returns a value of a description for a message, shortened if it is long. */
export function shown(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
