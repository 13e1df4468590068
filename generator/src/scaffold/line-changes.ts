/** A place where two texts differ. */
export interface LineChange {
  /** The first line of it in the text before, counted from 1. */
  readonly line: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** What must be done to the lines of one text to get the other; line ends count as part of a line. */
export function lineChanges(before: string, after: string): LineChange[] {
  const a = linesOf(before);
  const b = linesOf(after);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  // What ends alike is told apart only where time matters: added lines show better without.
  const rest = Math.min(a.length, b.length) - start;
  const most = (a.length - start) * (b.length - start) > 1_000_000 ? rest : 0;
  let end = 0;
  while (end < most && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const changes = between(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return changes.map(({ line, removed, added }) => ({
    line: line + start,
    removed: removed.map(withoutEnd),
    added: added.map(withoutEnd),
  }));
}

/** The lines of a text, each with its end. */
export function linesOf(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

const withoutEnd = (line: string): string => line.replace(/\r?\n$/, "");

/** By the longest common subsequence; what is to be compared are the few lines that an edit spans. */
function between(a: readonly string[], b: readonly string[]): LineChange[] {
  const lengths = commonLengths(a, b);
  const changes: { line: number; removed: string[]; added: string[] }[] = [];
  let open: (typeof changes)[number] | undefined;
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && a[i] === b[j]) {
      open = undefined;
      i += 1;
      j += 1;
      continue;
    }
    if (open === undefined) {
      open = { line: i + 1, removed: [], added: [] };
      changes.push(open);
    }
    const isRemoved =
      j === b.length || (i < a.length && at(lengths, i + 1, j) >= at(lengths, i, j + 1));
    if (isRemoved) open.removed.push(a[i++] ?? "");
    else open.added.push(b[j++] ?? "");
  }
  return changes;
}

/** At `[i][j]` how many lines `a` from `i` and `b` from `j` have in common, in order. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array[] {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = rows[i];
    if (row === undefined) continue;
    for (let j = b.length - 1; j >= 0; j -= 1)
      row[j] =
        a[i] === b[j] ? at(rows, i + 1, j + 1) + 1 : Math.max(at(rows, i + 1, j), row[j + 1] ?? 0);
  }
  return rows;
}

const at = (rows: readonly Uint32Array[], i: number, j: number): number => rows[i]?.[j] ?? 0;
