import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { CodeCounts } from "@openapi-packages/cli/json-documents";
import { countsByCode } from "@openapi-packages/cli/json-text";
import type { DiagnosticCode } from "@openapi-packages/description/diagnostics/diagnostic-codes";
import { isUrl } from "@openapi-packages/description/load/read/source-names";
import type { GenerateOptions } from "../generate-types.ts";
import type { EditedFile } from "../scaffold/edited-file.ts";
import { editedFiles } from "./edited-files.ts";
import { mostFixes } from "./most-fixes.ts";
import { planFixes, type Fix, type LeftFix } from "./plan-fixes.ts";
import { readDescription, type ReadDescription } from "./read-description.ts";

/** What was found in a description, and what can be fixed of it. */
export interface LintResult {
  /** The description as it is stored. */
  readonly before: ReadDescription;
  /** The description with all fixes. */
  readonly after: ReadDescription;
  readonly fixes: readonly Fix[];
  /** The corrections that are left to the user. */
  readonly left: readonly LeftFix[];
  /** The files with all fixes, which are not written yet. */
  readonly files: readonly EditedFile[];
}

/**
 * Finds what is wrong with a description, and the fixes that change its text but nothing that is generated from it: what
 * a diagnostic assumes is written down. A fix after which anything else would be generated, or another diagnostic be
 * reported, is left out.
 *
 * @throws {DiagnosticsError} if there is no description to read
 * @throws {UsageError} as `generate` does
 */
export async function lint(options: GenerateOptions): Promise<LintResult> {
  const before = await readDescription(options);
  const overlays = new Set(
    (options.overlays ?? []).filter((path) => !isUrl(path)).map((path) => resolve(path)),
  );
  const { fixes, left } = planFixes(before, overlays);
  const nothing: Attempt = { fixes: [], files: [], after: before };
  if (fixes.length === 0) return { before, left, ...nothing };
  if (before.emitted === undefined) {
    const reason = "the errors of the description come first";
    return { before, left: [...left, ...withReason(fixes, reason)], ...nothing };
  }
  const attempt = async (tried: readonly Fix[]): Promise<Attempt | undefined> => {
    const files = editedFiles(tried);
    if (files === undefined) return undefined;
    const after = await readDescription(
      options,
      new Map(files.map((one) => [one.path, one.after])),
    );
    return isSame(before, after) ? { fixes: tried, files, after } : undefined;
  };
  const kept = await mostFixes(nothing, byCode(fixes), attempt);
  const refused = fixes.filter((one) => !kept.fixes.includes(one));
  const reason = "other code would be generated from the corrected description";
  return { before, left: [...left, ...withReason(refused, reason)], ...kept };
}

/** The description with fixes. */
type Attempt = Pick<LintResult, "fixes" | "files" | "after">;

const withReason = (fixes: readonly Fix[], reason: string): LeftFix[] =>
  fixes.map(({ code, location }) => ({ code, location, reason }));

/** Fixes of one code tend to be right, or not, together. */
const byCode = (fixes: readonly Fix[]): Fix[] =>
  [...Map.groupBy(fixes, ({ code }) => code).values()].flat();

/** True if the same is generated from both, and the second has no more warnings of any code than the first. */
function isSame(before: ReadDescription, after: ReadDescription): boolean {
  if (after.emitted === undefined || !isDeepStrictEqual(before.emitted, after.emitted))
    return false;
  const known = warningCounts(before);
  return Object.entries(warningCounts(after)).every(
    ([code, count]) => count <= (known[code as DiagnosticCode] ?? 0),
  );
}

const warningCounts = ({ diagnostics }: ReadDescription): CodeCounts =>
  countsByCode(diagnostics.filter(({ severity }) => severity !== "info"));
