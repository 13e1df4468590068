import { dirname, relative, resolve, sep } from "node:path";
import {
  countLines,
  DiagnosticsError,
  formatDiagnostics,
  visible,
  type Diagnostic,
} from "../diagnostics.ts";
import type { GenerateResult } from "../generate-types.ts";
import type { FileChange } from "../write/file-change.ts";
import { compiledLines, needsLook, splitChanges } from "./compiled-report.ts";
import { failureText } from "./failure.ts";
import type { CodeCounts, FailureDocument, GenerateDocument } from "./json-documents.ts";
import type { LeftOut } from "../load/filter/filter-operations.ts";

/** The options of a report, beside the run's result. */
export interface Reported {
  readonly out: string;
  readonly check: boolean;
  readonly force: boolean;
  readonly milliseconds: number;
}

/** JSON for a terminal too: what could steer one is escaped, which JSON allows in strings. */
export function jsonText(value: unknown): string {
  return `${visible(JSON.stringify(value, null, 2), "\n")}\n`;
}

/** A document of several, for programs that read line by line. */
export function jsonLine(value: unknown): string {
  return `${visible(JSON.stringify(value))}\n`;
}

/** What failed, for machines: JSON. */
export function jsonFailure(error: unknown): FailureDocument {
  if (!(error instanceof DiagnosticsError)) return { error: failureText(error) };
  const { diagnostics } = error;
  const counts = countsByCode(diagnostics);
  return { error: countLines(diagnostics).join("; "), diagnostics, counts };
}

/** How many diagnostics there are of each code. */
function countsByCode(diagnostics: readonly Diagnostic[]): CodeCounts {
  const groups = Map.groupBy(diagnostics, ({ code }) => code);
  return Object.fromEntries([...groups].map(([code, group]) => [code, group.length]));
}

/** The report of a run, for machines: JSON. */
export function jsonReport(
  result: GenerateResult,
  { check, milliseconds }: Reported,
): GenerateDocument {
  const { operations, schemas, files, leftOut, undeclaredPages, changes } = result;
  const { warnings, infos, notes, isRepaired, isUnchanged, imports, missing, upgrade } = result;
  const { sources, compiled } = splitChanges(changes);
  const shown = ({ path, kind, keys }: FileChange) => ({ path, kind, ...(keys && { keys }) });
  return {
    check,
    operations,
    schemas,
    files,
    leftOut,
    undeclaredPages,
    notes,
    isRepaired,
    isUnchanged,
    changes: sources.map(shown),
    compiled: compiled.map(shown),
    warnings,
    infos,
    counts: countsByCode([...warnings, ...infos]),
    ...(imports && { importExtension: imports }),
    ...(missing && { install: missing }),
    ...(upgrade && { upgrade }),
    milliseconds: Math.round(milliseconds),
  };
}

/** The report of a run, for people. */
export function prettyReport(result: GenerateResult, reported: Reported): string {
  const { out, check, force, milliseconds } = reported;
  const { operations, schemas, files, leftOut, notes, warnings, infos, changes, isRepaired } =
    result;
  const folder = shortPath(resolve(out));
  const lines = warnings.length === 0 ? [] : [formatDiagnostics(warnings)];
  if (isRepaired)
    lines.push("An earlier run was interrupted while it wrote; this one put that right.");
  const { sources, compiled } = splitChanges(changes);
  for (const change of [...sources, ...compiled.filter(needsLook)]) {
    const { path, kind } = change;
    const done = check ? kind : (outcomes[kind] ?? kind);
    lines.push(`${done.padEnd(10)} ${visible(`${folder}/${path}`)}${remark(change, check, force)}`);
  }
  lines.push(...compiledLines(compiled, folder, check));
  lines.push(...leftOutLines(leftOut), ...undeclaredPagesLines(result));
  for (const { emitter, text } of notes) lines.push(`note       ${visible(`${emitter}: ${text}`)}`);
  lines.push(...countLines([...warnings, ...infos]));
  const counts = `${operations} operations, ${schemas} schemas, ${files} files in ${visible(folder)}`;
  const time =
    milliseconds < 1000
      ? `${Math.round(milliseconds)} ms`
      : `${(milliseconds / 1000).toFixed(1)} s`;
  lines.push(`${counts}: ${outcome(sources, compiled, check)} (${time})`);
  lines.push(...layoutLines(result));
  if (check && changes.length > 0)
    lines.push("Run the same command without --check to bring them up to date.");
  return `${lines.join("\n")}\n`;
}

/** Lines about a folder inside of an application: how its imports end, and what is to be installed. */
function layoutLines({ imports, missing }: GenerateResult): string[] {
  const { extension, tsconfig } = imports ?? {};
  const endings = { ts: "./pets.ts", js: "./pets.js", none: "./pets" };
  const why = tsconfig === undefined ? "" : `, as ${visible(shortPath(tsconfig))} has it`;
  const { commands = [], packageJson } = missing ?? {};
  const home = packageJson === undefined ? process.cwd() : dirname(packageJson);
  const place = shortPath(home) === "." ? "" : ` in ${visible(shortPath(home))}`;
  return [
    ...(extension === undefined ? [] : [`imports end like ${endings[extension]}${why}`]),
    ...(commands.length === 0 ? [] : [`The code needs${place}:`]),
    ...commands.map((command) => `  ${command}`),
  ];
}

function shortPath(path: string): string {
  return relative(process.cwd(), path).split(sep).join("/") || ".";
}

/** A line about what the filters left out; none where that is nothing. */
export function leftOutLines({ operations, components }: LeftOut): string[] {
  if (operations.length + components.length === 0) return [];
  const unused = `${components.length} components that nothing else uses`;
  return [`left out   ${operations.length} operations, ${unused} (--format json lists them)`];
}

/** The most operations that a line names. */
const mostNamed = 10;

/** A line about lists in pages of which nobody says how to go on; none where there are none. */
function undeclaredPagesLines({ undeclaredPages }: GenerateResult): string[] {
  if (undeclaredPages.length === 0) return [];
  const named = undeclaredPages.slice(0, mostNamed).map((id) => visible(id));
  const rest = undeclaredPages.length - named.length;
  const all = `${named.join(", ")}${rest === 0 ? "" : ` and ${rest} more (--format json lists them)`}`;
  return [`not paged  ${all}: calls give one page, unless x-pagination says how to go on`];
}

/** The words for a difference that a run has dealt with. */
const outcomes: Readonly<Record<string, string>> = {
  missing: "created",
  changed: "updated",
  obsolete: "removed",
  leftover: "removed",
};

function remark({ kind, keys = [] }: FileChange, check: boolean, force: boolean): string {
  const what = keys.length === 0 ? "by hand" : `by hand: ${visible(keys.join(", "))}`;
  if (kind === "edited" && !force)
    return check ? `  (${what})` : `  (${what}; left alone, --force overwrites it)`;
  if (kind === "leftover") return "  (of a run that was interrupted)";
  return kind === "unexpected" ? "  (not ours; left alone)" : "";
}

function outcome(
  changes: readonly FileChange[],
  compiled: readonly FileChange[],
  check: boolean,
): string {
  const written = changes.filter(({ text }) => text !== undefined).length;
  const removed = changes.filter(({ kind }) => outcomes[kind] === "removed").length;
  const all = changes.length + compiled.length;
  if (check) return all === 0 ? "up to date" : `${all} not up to date`;
  if (written + removed === 0)
    return compiled.length === 0 ? "nothing changed" : "no source changed, only compiled files";
  return removed === 0 ? `${written} written` : `${written} written, ${removed} removed`;
}
