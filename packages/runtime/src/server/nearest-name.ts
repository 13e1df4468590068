/**
 * Returns the name that differs least from a misspelt one, ignoring case.
 *
 * @returns `undefined` if more than half of each name would have to change.
 */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const [nearest] = names
    .map((name) => ({ name, distance: distanceOf(given.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(name.length, given.length) / 2)
    .toSorted((a, b) => a.distance - b.distance);
  return nearest?.name;
}

/**
 * Returns the number of insertions, deletions and substitutions that turn one text into another
 * (Levenshtein distance).
 */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, character] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column++) {
      const substituted = (row[column - 1] ?? 0) + (character === to[column - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
