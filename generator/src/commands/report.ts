import { dirname, relative, resolve, sep } from "node:path";
import {
  countLines,
  formatDiagnostics,
  visible,
} from "@openapi-packages/description/diagnostics/diagnostics";
import type { GenerateResult } from "../generate-types.ts";
import type { FileChange } from "../write/file-change.ts";
import { compiledLines, needsLook, splitChanges } from "./compiled-report.ts";
import { countsByCode } from "@openapi-packages/cli/json-text";
import type { GenerateDocument } from "./json-documents.ts";
import type { LeftOut } from "@openapi-packages/description/load/filter/filter-operations";

/** The options of a report about `generate`. */
export interface Reported {
  readonly out: string;
  readonly check: boolean;
  readonly force: boolean;
  readonly milliseconds: number;
}

/** Returns the JSON document of a run of `generate`. */
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

/** Formats the result of `generate` as text. */
export function prettyReport(result: GenerateResult, reported: Reported): string {
  const { out, check, force, milliseconds } = reported;
  const { operations, schemas, files, leftOut, notes, warnings, infos, changes, isRepaired } =
    result;
  const folder = shortPath(resolve(out));
  const lines = warnings.length === 0 ? [] : [formatDiagnostics(warnings)];
  if (isRepaired) lines.push("An earlier run was interrupted; this run completed it.");
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

/** Lines for the layout `folder`: the ending of its imports, and the dependencies to install. */
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

/** Returns a line with the number of operations and components that the filters left out, if any. */
export function leftOutLines({ operations, components }: LeftOut): string[] {
  if (operations.length + components.length === 0) return [];
  const unused = `${components.length} components that nothing else uses`;
  return [`left out   ${operations.length} operations, ${unused} (--format json lists them)`];
}

/** The most operations that a line lists. */
const mostNamed = 10;

/** Returns a line about operations that look paginated but have no `x-pagination`, if any. */
function undeclaredPagesLines({ undeclaredPages }: GenerateResult): string[] {
  if (undeclaredPages.length === 0) return [];
  const named = undeclaredPages.slice(0, mostNamed).map((id) => visible(id));
  const rest = undeclaredPages.length - named.length;
  const all = `${named.join(", ")}${rest === 0 ? "" : ` and ${rest} more (--format json lists them)`}`;
  return [
    `not paged  ${all}: calls return one page; x-pagination can describe how to get the next`,
  ];
}

/** The word for each kind of difference after a run has resolved it. */
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
