import type { DiagnosticCode } from "../diagnostic-codes.ts";
import type { Mend } from "./mend.ts";
import { bodyMends } from "./mends/bodies.ts";
import { extensionMends } from "./mends/extensions.ts";
import { nameMends } from "./mends/names.ts";
import { overlayMends } from "./mends/overlays.ts";
import { parameterMends } from "./mends/parameters.ts";
import { readingMends } from "./mends/reading.ts";
import { referenceMends } from "./mends/references.ts";
import { schemaMends } from "./mends/schemas.ts";
import { structureMends } from "./mends/structure.ts";

/**
 * How to fix the cause of each diagnostic. It is a table of its own beside `diagnostic-codes.ts`, because
 * every run loads that one. A code without an entry here does not compile.
 */
export const diagnosticMends: Readonly<Record<DiagnosticCode, Mend>> = {
  ...readingMends,
  ...overlayMends,
  ...referenceMends,
  ...structureMends,
  ...parameterMends,
  ...schemaMends,
  ...bodyMends,
  ...nameMends,
  ...extensionMends,
};
