import { visible } from "@openapi-packages/description/diagnostics/diagnostics";
import type { ScaffoldEntry } from "../scaffold/entry/entry-types.ts";
import type { EditedFile, Orphaned, ScaffoldResult } from "../scaffold/scaffold-types.ts";
import { leftOutLines } from "./report.ts";

/** True if a run ends with exit code 1: a step is left to the user or, with `--check`, a file is out of date. */
export function isFinding(result: ScaffoldResult, isCheck: boolean): boolean {
  const { created, edited, renamed, orphaned, byHand } = result;
  const lists = isCheck ? [created, edited, renamed, orphaned, byHand] : [byHand];
  return lists.some((list) => list.length > 0);
}

/** The most created files that are listed without `--verbose`. */
const mostFiles = 10;

/**
 * Formats the result of a run or, with `isPlan`, a planned run with the changed lines of each file.
 *
 * @param verbose lists every created file; a plan does so too
 */
export function scaffoldReport(result: ScaffoldResult, isPlan: boolean, verbose = isPlan): string {
  const { created, edited, renamed, orphaned, byHand, leftOut, entry } = result;
  const listed = verbose ? created : created.slice(0, mostFiles);
  const rest = created.length - listed.length;
  const lines = [
    ...renamed.map(({ from, to, proof }) => `renamed  ${from} is ${to} now (${proof})`),
    ...listed.map((path) => `${isPlan ? "create " : "created"}  ${path}`),
    ...(rest > 0 ? [`… and ${rest} files more, which --verbose lists`] : []),
    ...edited.flatMap((file) => [
      `${isPlan ? "edit   " : "edited "}  ${file.path}`,
      ...(isPlan ? changedLines(file) : []),
    ]),
    ...orphaned.map((orphan) => orphanLine(orphan, isPlan)),
    ...byHand.map(({ path, message }) => `by hand  ${path}: ${message}`),
    ...leftOutLines(leftOut),
    countsLine(result, isPlan),
    ...(entry === undefined ? [] : entryLines(entry, isPlan)),
  ];
  return `${lines.map((line) => visible(line.trimEnd(), "\t")).join("\n")}\n`;
}

function changedLines({ changes }: EditedFile): string[] {
  return changes.flatMap(({ line, removed, added }) => [
    ...removed.map((text, index) => `  ${String(line + index).padStart(5)} - ${text}`),
    ...added.map((text) => `        + ${text}`),
  ]);
}

function orphanLine({ operation, path, movedTo, reason }: Orphaned, isPlan: boolean): string {
  const gone = `orphan   ${path}: the description has no ${operation} any more`;
  if (movedTo !== undefined) return `${gone}; ${isPlan ? "to be moved" : "moved"} to ${movedTo}`;
  return reason === undefined ? `${gone}; --prune moves it` : `${gone}; it stays, since ${reason}`;
}

function countsLine(result: ScaffoldResult, isPlan: boolean): string {
  const { created, edited, renamed, orphaned, byHand, kept } = result;
  const isNothing = [created, edited, orphaned, byHand].every((list) => list.length === 0);
  const moved = orphaned.filter(({ movedTo }) => movedTo !== undefined).length;
  const counts = [
    ...(isPlan && isNothing
      ? ["nothing to write"]
      : [
          `${created.length} ${isPlan ? "to create" : "created"}`,
          `${edited.length} ${isPlan ? "to edit" : "edited"}`,
        ]),
    ...counted(renamed.length, "renamed"),
    ...counted(moved, isPlan ? "to move" : "moved"),
    ...counted(orphaned.length - moved, orphaned.length - moved === 1 ? "orphan" : "orphans"),
    ...counted(byHand.length, "by hand"),
    `${kept.length} kept as they are`,
  ].join(", ");
  return isPlan && !isNothing ? `${counts}; nothing was written` : counts;
}

const counted = (count: number, what: string): string[] =>
  count === 0 ? [] : [`${count} ${what}`];

function entryLines(entry: ScaffoldEntry, isPlan: boolean): string[] {
  const { path, isNew, install, installFolder, start } = entry;
  if (!isNew) return [`${path} exists and is yours: no entry was written`];
  if (isPlan) return [];
  const isElsewhere = install.length > 0 && installFolder !== ".";
  return [
    ...(isElsewhere ? ["", `The code needs in ${installFolder}:`, ...indented(install)] : []),
    "",
    "Next:",
    ...indented([...(isElsewhere ? [] : install), start]),
  ];
}

const indented = (commands: readonly string[]): string[] =>
  commands.map((command) => `  ${command}`);
