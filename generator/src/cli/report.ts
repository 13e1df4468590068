import { dirname, relative, resolve, sep } from "node:path";
import { formatDiagnostics, visible, type Diagnostic } from "../diagnostics.ts";
import type { GenerateResult } from "../generate-types.ts";
import type { LeftOut } from "../load/filter/filter-types.ts";

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

/** The diagnostics of a run that came to nothing, as JSON. */
export function jsonDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return jsonText({ diagnostics });
}

/** The report of a run, for machines. */
export function jsonReport(result: GenerateResult, { check, milliseconds }: Reported): string {
  const { operations, schemas, files, leftOut, undeclaredPages, warnings, changes } = result;
  const { isRepaired, isUnchanged, imports, missing } = result;
  return jsonText({
    check,
    operations,
    schemas,
    files,
    leftOut,
    undeclaredPages,
    isRepaired,
    isUnchanged,
    changes: changes.map(({ path, kind }) => ({ path, kind })),
    warnings,
    importExtension: imports,
    install: missing,
    milliseconds: Math.round(milliseconds),
  });
}

/** The report of a run, for people. */
export function prettyReport(result: GenerateResult, reported: Reported): string {
  const { out, check, force, milliseconds } = reported;
  const { operations, schemas, files, leftOut, warnings, changes, isRepaired } = result;
  const folder = shortPath(resolve(out));
  const lines = warnings.length === 0 ? [] : [formatDiagnostics(warnings)];
  if (isRepaired)
    lines.push("An earlier run was interrupted while it wrote; this one put that right.");
  for (const { path, kind } of changes) {
    const done = check ? kind : (outcomes[kind] ?? kind);
    lines.push(`${done.padEnd(10)} ${visible(`${folder}/${path}`)}${remark(kind, check, force)}`);
  }
  lines.push(...leftOutLines(leftOut), ...undeclaredPagesLines(result));
  const counts = `${operations} operations, ${schemas} schemas, ${files} files in ${visible(folder)}`;
  const time =
    milliseconds < 1000
      ? `${Math.round(milliseconds)} ms`
      : `${(milliseconds / 1000).toFixed(1)} s`;
  lines.push(`${counts}: ${outcome(result, check)} (${time})`);
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

function remark(kind: string, check: boolean, force: boolean): string {
  if (kind === "edited" && !force)
    return check ? "  (by hand)" : "  (by hand; left alone, --force overwrites it)";
  if (kind === "leftover") return "  (of a run that was interrupted)";
  return kind === "unexpected" ? "  (not ours; left alone)" : "";
}

function outcome({ changes }: GenerateResult, check: boolean): string {
  const written = changes.filter(({ text }) => text !== undefined).length;
  const removed = changes.filter(({ kind }) => outcomes[kind] === "removed").length;
  if (check) return changes.length === 0 ? "up to date" : `${changes.length} not up to date`;
  if (written + removed === 0) return "nothing changed";
  return removed === 0 ? `${written} written` : `${written} written, ${removed} removed`;
}
