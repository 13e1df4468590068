import type { DiagnosticCode } from "../../diagnostic-codes.ts";
import type { Misspelling } from "../openapi/fixed-fields.ts";
import type { Json } from "../../json.ts";

/**
 * Reports something of the node at hand, or of what is below it.
 *
 * @param misspelt what seems to stand for what is missing
 */
export type Report = (
  code: DiagnosticCode,
  message: string,
  hint: string,
  below?: string,
  misspelt?: Misspelling,
) => void;

/** A value of a description as it stands in a message: a long one is cut. */
export function shown(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
