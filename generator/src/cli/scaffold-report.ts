import { visible } from "../diagnostics.ts";
import type { ScaffoldEntry } from "../scaffold/entry/entry-types.ts";
import type { EditedFile, Orphaned, ScaffoldResult } from "../scaffold/scaffold-types.ts";
import { leftOutLines } from "./report.ts";

/** True if a run ends with exit code 1: something is left to the user or, under `--check`, to another run. */
export function isFinding(result: ScaffoldResult, isCheck: boolean): boolean {
  const { created, edited, renamed, orphaned, byHand } = result;
  const lists = isCheck ? [created, edited, renamed, orphaned, byHand] : [byHand];
  return lists.some((list) => list.length > 0);
}

/** The report of a run or, with `isPlan`, of one that is to come, line by line of the files that it edits. */
export function scaffoldReport(result: ScaffoldResult, isPlan: boolean): string {
  const { created, edited, renamed, orphaned, byHand, leftOut, entry } = result;
  const lines = [
    ...renamed.map(({ from, to, proof }) => `renamed  ${from} is ${to} now (${proof})`),
    ...created.map((path) => `${isPlan ? "create " : "created"}  ${path}`),
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

function countsLine({ created, edited, kept }: ScaffoldResult, isPlan: boolean): string {
  const unchanged = `${kept.length} kept as they are`;
  if (isPlan && created.length + edited.length === 0) return `nothing to write, ${unchanged}`;
  const counts = `${created.length} ${isPlan ? "to create" : "created"}, ${edited.length} ${isPlan ? "to edit" : "edited"}, ${unchanged}`;
  return isPlan ? `${counts}; nothing was written` : counts;
}

function entryLines({ path, isNew, install, start }: ScaffoldEntry, isPlan: boolean): string[] {
  if (!isNew) return [`${path} was there, and is yours: no entry was written`];
  if (isPlan) return [];
  return ["", "Next:", ...[...install, start].map((command) => `  ${command}`)];
}
