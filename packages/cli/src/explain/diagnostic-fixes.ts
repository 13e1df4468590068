import type { DiagnosticCode } from "@openapi-packages/description/diagnostics/diagnostic-codes";
import type { Fix } from "./fix.ts";
import { bodyFixes } from "./fixes/bodies.ts";
import { extensionFixes } from "./fixes/extensions.ts";
import { nameFixes } from "./fixes/names.ts";
import { overlayFixes } from "./fixes/overlays.ts";
import { parameterFixes } from "./fixes/parameters.ts";
import { readingFixes } from "./fixes/reading.ts";
import { referenceFixes } from "./fixes/references.ts";
import { schemaFixes } from "./fixes/schemas.ts";
import { structureFixes } from "./fixes/structure.ts";

/**
 * How to fix the cause of each diagnostic. It is a table of its own beside `diagnostic-codes.ts`, because
 * every run loads that one. A code without an entry here does not compile.
 */
export const diagnosticFixes: Readonly<Record<DiagnosticCode, Fix>> = {
  ...readingFixes,
  ...overlayFixes,
  ...referenceFixes,
  ...structureFixes,
  ...parameterFixes,
  ...schemaFixes,
  ...bodyFixes,
  ...nameFixes,
  ...extensionFixes,
};
