import { diagnosticCodes } from "@openapi-packages/description/diagnostics/diagnostic-codes";
import type { Diagnostic } from "@openapi-packages/description";
import type { Description } from "@openapi-packages/compiler";

/** Returns the warnings about extensions of a description (`x-pagination` and others) that are not followed. */
export const extensionWarnings = ({ diagnostics }: Description): Diagnostic[] =>
  diagnostics.filter(
    ({ severity, code }) => severity === "warning" && /`x-/.test(diagnosticCodes[code].cause),
  );
