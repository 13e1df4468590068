/** The length of the shortest keyword for which misspellings are reported. Shorter names may be custom keywords. */
const shortest = 6;

/**
 * Returns a pattern for misspelt keywords, because since OpenAPI 3.1 a schema may have keywords of any name. It matches
 * names with one letter added, missing or replaced, and names with two letters swapped.
 */
export function misspeltKeyword(keywords: Iterable<string>): string {
  const known = [...keywords].map((keyword) => keyword.replace("$", "\\$"));
  const long = known.filter((keyword) => keyword.length >= shortest && !keyword.includes("$"));
  return `^(?!(${known.join("|")})$)(${long.flatMap(misspelt).join("|")})$`;
}

function misspelt(keyword: string): string[] {
  const letters = [...keyword];
  return letters.flatMap((letter, index) => {
    const [before, after] = [keyword.slice(0, index), keyword.slice(index + 1)];
    const next = letters[index + 1];
    const swapped =
      next === undefined || next === letter
        ? []
        : [`${before}${next}${letter}${keyword.slice(index + 2)}`];
    return [`${before}.{0,2}${after}`, ...swapped];
  });
}
