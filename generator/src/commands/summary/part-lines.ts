import { visible } from "@openapi-packages/description/diagnostics/diagnostics";
import type { Screen } from "@openapi-packages/cli/terminal/paint";
import type { GenerateResult } from "../../generate-types.ts";
import type { FileChange } from "../../write/file-change.ts";

/** How a run treats the files that differ. */
export interface RunMode {
  /** True if it only compares. */
  readonly check: boolean;
  /** True if it overwrites edited files. */
  readonly force: boolean;
}

/** The numbers of files that a run wrote and removed, or with `check` would. */
export interface Counts {
  readonly written: number;
  readonly removed: number;
  /** The compiled files among them. */
  readonly compiled: number;
}

/** Counts changes. Edited files are left alone, unless forced. */
export function countsOf(changes: readonly FileChange[], { check, force }: RunMode): Counts {
  const resolved = changes.filter(({ kind }) => check || force || kind !== "edited");
  const sources = resolved.filter(({ isCompiled }) => isCompiled !== true);
  return {
    written: sources.filter(({ text }) => text !== undefined).length,
    removed: sources.filter(({ kind }) => kind === "obsolete" || kind === "leftover").length,
    compiled: resolved.filter(({ isCompiled, kind }) => isCompiled && kind !== "unexpected").length,
  };
}

/** Says what was done; an empty text if nothing was. */
export function countsText({ written, removed, compiled }: Counts, check: boolean): string {
  return [
    ...(written === 0 ? [] : [`${written} ${check ? "out of date" : "written"}`]),
    ...(removed === 0 ? [] : [`${removed} ${check ? "no longer needed" : "removed"}`]),
    ...(compiled === 0 ? [] : [`${compiled} compiled${check ? " out of date" : ""}`]),
  ].join(", ");
}

/** Returns a line for each package with the number of its files, and what a run did to them. */
export function partLines(
  { parts, changes }: Pick<GenerateResult, "parts" | "changes">,
  mode: RunMode,
  { paint }: Pick<Screen, "paint">,
): string[] {
  const byPart = Map.groupBy(changes, ({ path }) => path.slice(0, path.indexOf("/")));
  const names = [...new Set([...Object.keys(parts), ...byPart.keys()])];
  const width = Math.max(0, ...names.map((name) => name.length));
  const files = names.map((name) => filesText(parts[name] ?? 0));
  const filesWidth = Math.max(0, ...files.map((text) => text.length));
  return names.map((name, index) => {
    const done = countsText(countsOf(byPart.get(name) ?? [], mode), mode.check);
    const text = done === "" ? paint("dim", mode.check ? "up to date" : "unchanged") : done;
    const count = (files[index] ?? "").padStart(filesWidth);
    return `  ${paint("cyan", visible(name).padEnd(width))}  ${count}  ${text}`;
  });
}

/** Says how many files there are. */
export const filesText = (count: number): string => counted(count, "file");

/** Returns a number with its noun: `1 file`, `2 files`. */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? "" : "s"}`;
