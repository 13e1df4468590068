import {
  countLines,
  formatDiagnostics,
  type Diagnostic,
  type SourceLocation,
} from "@openapi-packages/description/diagnostics/diagnostics";
import { visible } from "@openapi-packages/description/text/escape";
import { countsByCode } from "@openapi-packages/cli/json-text";
import type { LintResult } from "../lint/lint.ts";
import { shown } from "../changes/impact/user-projects.ts";
import { patchOf } from "./file-patch.ts";
import { githubDiagnostics } from "./github-report.ts";
import type { LintDocument } from "./json-documents.ts";
import { undeclaredPagesLines } from "./report.ts";

/** What a report of `lint` is made by. */
interface Linted {
  /** The diagnostics that are left. */
  readonly diagnostics: readonly Diagnostic[];
  readonly fix: boolean;
  readonly dryRun: boolean;
  readonly format: "pretty" | "json" | "github";
}

/** Returns the report of a run of `lint`: a JSON document, or a text. */
export function lintReport(result: LintResult, linted: Linted): string | LintDocument {
  const { diagnostics, fix, dryRun, format } = linted;
  if (format === "json") return document(result, linted);
  const others = [...undeclaredPagesLines(result.before), ...fixLines(result, linted)];
  if (format === "github")
    return [githubDiagnostics(diagnostics), ...others.map((line) => `${line}\n`)].join("");
  if (fix && dryRun) return dryRunText(result);
  const problems =
    diagnostics.length === 0
      ? ["no problems"]
      : [formatDiagnostics(diagnostics), "", ...countLines(diagnostics)];
  return [...problems, ...others, ""].join("\n");
}

function document(
  { before, files, fixes, left }: LintResult,
  { diagnostics, fix, dryRun }: Linted,
): LintDocument {
  return {
    diagnostics,
    counts: countsByCode(diagnostics),
    undeclaredPages: before.undeclaredPages,
    fixes: fixes.map(({ code, location }) => ({ code, location })),
    left,
    files: files.map((file) => ({ file: shown(file.path), patch: patchOf(file) })),
    written: fix && !dryRun,
  };
}

/** Lines about what was fixed, or can be, and about what is left to the user. */
function fixLines({ files, fixes, left }: LintResult, { fix, dryRun }: Linted): string[] {
  const counts = Object.entries(countsByCode(fixes)).map(([code, count]) => `${count} ${code}`);
  const sum = counts.join(", ");
  if (!fix) return fixes.length === 0 ? [] : [`--fix writes what is assumed: ${sum}`];
  const names = files.map(({ path }) => visible(shown(path))).join(", ");
  const verb = dryRun ? "to be fixed" : "fixed";
  return [
    ...(fixes.length === 0 ? ["nothing to fix"] : [`${verb} in ${names}: ${sum}`]),
    ...left.map(
      ({ code, location, reason }) => `not fixed: ${place(location)} ${code}: ${visible(reason)}`,
    ),
  ];
}

const place = ({ file, line, column }: SourceLocation): string =>
  `${visible(file)}:${line}:${column}`;

/** The edits as unified diffs, so that the text can be given to `git apply`. */
function dryRunText(result: LintResult): string {
  const lines = fixLines(result, { diagnostics: [], fix: true, dryRun: true, format: "pretty" });
  return [
    ...result.files.map((file) => visible(patchOf(file))),
    ...lines.map((line) => `# ${line}\n`),
  ].join("");
}
