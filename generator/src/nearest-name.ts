import leven from "leven";

/**
 * The name that a misspelt one stands for: the same letters in another case, with other signs, or in another
 * order; else the one with the fewest letters changed, where these are few for its length.
 *
 * @returns `undefined` where none of the known names comes near
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

/** The letters that have to be changed; two that have changed places count as one. */
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
