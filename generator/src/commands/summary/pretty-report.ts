import { dirname, resolve } from "node:path";
import {
  countLines,
  formatDiagnostics,
  visible,
} from "@openapi-packages/description/diagnostics/diagnostics";
import { diagnosticLines } from "@openapi-packages/cli/terminal/diagnostic-groups";
import { clipped, type Screen } from "@openapi-packages/cli/terminal/paint";
import type { GenerateResult } from "../../generate-types.ts";
import type { FileChange } from "../../write/file-change.ts";
import { manifestName } from "../../write/manifest.ts";
import { leftOutLines, undeclaredPagesLines, shortPath, type Reported } from "../report.ts";
import { causeText } from "./cause-text.ts";
import { counted, countsOf, countsText, filesText, partLines } from "./part-lines.ts";

/**
 * Formats the result of `generate` as text that fits a screen: what was written by package, the total, what is left to
 * do, and the warnings last. With `verbose` it lists each file and each warning.
 */
export function prettyReport(result: GenerateResult, reported: Reported): string {
  const { verbose, screen } = reported;
  const { changes, warnings, infos, isRepaired } = result;
  const parts = changes.length === 0 ? [] : ["", ...partLines(result, reported, screen), ""];
  const lines = [
    ...(isRepaired ? ["An earlier run was interrupted; this run completed it."] : []),
    ...parts,
    ...fileLines(changes, reported),
    totalLine(result, reported),
    ...noteLines(result, screen),
    ...remainingLines(result, reported),
    ...(verbose
      ? [...verboseDiagnostics(warnings), ...countLines([...warnings, ...infos])]
      : diagnosticLines(warnings, infos, screen, "--verbose lists all")),
  ];
  return `${lines.join("\n")}\n`;
}

const verboseDiagnostics = (warnings: GenerateResult["warnings"]): string[] =>
  warnings.length === 0 ? [] : ["", formatDiagnostics(warnings)];

/** The most files that are listed without `--verbose`. */
const mostFiles = 10;

/**
 * Lists files with what happened to them: those that somebody has to look at and, to check, those that are out of date;
 * with `verbose` all.
 */
function fileLines(
  changes: readonly FileChange[],
  { out, check, force, verbose, screen }: Reported,
): string[] {
  const listed = verbose ? changes : changes.filter((change) => isListed(change, check));
  const first = listed.toSorted((a, b) => Number(needsLook(b)) - Number(needsLook(a)));
  const shown = verbose ? listed : first.slice(0, mostFiles);
  if (shown.length === 0) return [];
  const folder = shortPath(resolve(out));
  const rest = listed.length - shown.length;
  return [
    ...shown.map((change) => {
      const { path, kind } = change;
      const done = (check ? kind : (outcomes[kind] ?? kind)).padEnd(10);
      const style = needsLook(change) ? "yellow" : "dim";
      const text = visible(`${folder}/${path}`);
      return `${screen.paint(style, done)} ${text}${remark(change, check, force)}`;
    }),
    ...(rest === 0 ? [] : [`… and ${filesText(rest)} more, which --verbose lists`]),
    "",
  ];
}

/** True for a file that is listed without `--verbose`; the lists of written files follow from the others. */
function isListed(change: FileChange, check: boolean): boolean {
  if (needsLook(change) || change.kind === "leftover") return true;
  return check && change.isCompiled !== true && !change.path.endsWith(`/${manifestName}`);
}

/** True for a file of which a person has to decide. */
const needsLook = ({ kind }: FileChange): boolean => kind === "edited" || kind === "unexpected";

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

/** The total; in two lines where it is too long for one. */
function totalLine(result: GenerateResult, reported: Reported): string {
  const { operations, schemas, files, changes } = result;
  const { out, check, milliseconds, screen } = reported;
  const time =
    milliseconds < 1000
      ? `${Math.round(milliseconds)} ms`
      : `${(milliseconds / 1000).toFixed(1)} s`;
  const made = `${counted(operations, "operation")}, ${counted(schemas, "schema")}, ${filesText(files)} in ${visible(shortPath(resolve(out)))}`;
  const isStale = check && changes.length > 0;
  const mark = screen.paint(isStale ? "red" : "green", isStale ? "✗" : "✓");
  const done = outcome(changes, reported);
  const length = `✓ ${made}: ${done} (${time})`.length;
  const shown = `${screen.paint("bold", done)} ${screen.paint("dim", `(${time})`)}`;
  return length <= screen.columns ? `${mark} ${made}: ${shown}` : `${mark} ${shown}\n  ${made}`;
}

function outcome(changes: readonly FileChange[], reported: Reported): string {
  const { check } = reported;
  if (check && changes.length > 0) return `${changes.length} not up to date`;
  const done = countsText(countsOf(changes, reported), check);
  return done === "" ? (check ? "up to date" : "nothing changed") : done;
}

/** Lines about what is left to do: dependencies to install, or with `check` the run that writes. */
function remainingLines(
  { changes, causes = [], imports, missing }: GenerateResult,
  { check }: Reported,
) {
  const { extension, tsconfig } = imports ?? {};
  const endings = { ts: "end in .ts", js: "end in .js", none: "have no extension" };
  const why = tsconfig === undefined ? "" : `, as ${visible(shortPath(tsconfig))} has it`;
  const { commands = [], packageJson } = missing ?? {};
  const home = packageJson === undefined ? process.cwd() : dirname(packageJson);
  const place = shortPath(home) === "." ? "" : ` in ${visible(shortPath(home))}`;
  const isNew = changes.some(({ kind }) => kind === "missing");
  return [
    ...(extension === undefined || !isNew
      ? []
      : [`  imports between the files ${endings[extension]}${why}`]),
    ...(commands.length === 0 ? [] : ["", `The code needs${place}:`]),
    ...commands.map((command) => `  ${command}`),
    ...causes.map((cause) => `  ${causeText(cause)}`),
    ...(check && changes.length > 0
      ? ["  Run the same command without --check to bring them up to date."]
      : []),
  ];
}

/** Lines about what was left out and what the description does not say. */
function noteLines(result: GenerateResult, { paint, columns }: Screen): string[] {
  const lines = [...leftOutLines(result.leftOut), ...undeclaredPagesLines(result)];
  const notes = result.notes.map(
    ({ emitter, text }) => `note       ${visible(`${emitter}: ${text}`)}`,
  );
  return [...lines.map((line) => paint("dim", clipped(`  ${line}`, columns))), ...notes];
}
