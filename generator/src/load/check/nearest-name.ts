import { UsageError } from "../../cli/usage-error.ts";

/**
 * Says that a name is unknown, and which known one comes nearest to it.
 *
 * @param what the kind of thing: `tag`, `operation`
 */
export function unknownName(what: string, name: string, known: readonly string[]): UsageError {
  const nearest = nearestName(name, known);
  const hint = nearest === undefined ? "" : `; the nearest is ${JSON.stringify(nearest)}`;
  return new UsageError(`the description has no ${what} ${JSON.stringify(name)}${hint}`);
}

/** The name that takes the fewest changes to become another, letter case aside; the first of equals. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let least = Infinity;
  for (const one of known) {
    const changes = distance(name.toLowerCase(), one.toLowerCase());
    if (changes >= least) continue;
    nearest = one;
    least = changes;
  }
  return nearest;
}

/** Levenshtein's distance: insertions, deletions and replacements of one character. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
