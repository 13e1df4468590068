import leven from "leven";

/**
 * Returns the known name that a misspelt one most likely means. Case, punctuation and two swapped
 * letters count little; otherwise the name with the fewest changed letters wins, if these are few
 * for its length.
 * @returns `undefined` if no known name is close
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let fewest = Math.min(Math.max(1, Math.round(name.length * 0.4)), 3) + 1;
  for (const candidate of known) {
    const distance = distanceOf(name, candidate, fewest);
    if (distance >= fewest) continue;
    fewest = distance;
    nearest = candidate;
  }
  return nearest;
}

/** Counts the letters to change; two swapped letters count as one. */
function distanceOf(name: string, other: string, most: number): number {
  const [one, two] = [lettersOf(name), lettersOf(other)];
  if (one === two) return 0;
  const distance = leven(one, two, { maxDistance: most + 1 });
  return distance === 2 && isTransposed(one, two) ? 1 : distance;
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[-_.$\s]/g, "");

function isTransposed(one: string, two: string): boolean {
  if (one.length !== two.length) return false;
  const at = [...one].findIndex((letter, index) => letter !== two[index]);
  const swapped = `${one.slice(0, at)}${one[at + 1] ?? ""}${one[at] ?? ""}${one.slice(at + 2)}`;
  return swapped === two;
}
