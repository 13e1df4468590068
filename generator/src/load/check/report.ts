import type { DiagnosticCode } from "../../diagnostic-codes.ts";
import type { Misspelling } from "../openapi/fixed-fields.ts";

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
