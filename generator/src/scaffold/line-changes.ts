import { diffLines } from "diff";

/** A difference between two texts. */
export interface LineChange {
  /** The first changed line of the old text, starting at 1. */
  readonly line: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Compares two texts line by line. Line ends are part of a line. */
export function lineChanges(before: string, after: string): LineChange[] {
  const changes: { line: number; removed: string[]; added: string[] }[] = [];
  let line = 1;
  let open: (typeof changes)[number] | undefined;
  for (const { added, removed, value, count } of diffLines(before, after)) {
    if (!added && !removed) {
      line += count;
      open = undefined;
      continue;
    }
    if (open === undefined) {
      open = { line, removed: [], added: [] };
      changes.push(open);
    }
    (added ? open.added : open.removed).push(...value.replace(/\r?\n$/, "").split(/\r?\n/));
    if (removed) line += count;
  }
  return changes;
}
