import type { ServedOperation } from "../operation.ts";

/** The weight of a word, by the part of the operation that contains it. */
const weights = { id: 6, summary: 4, tag: 3, path: 3, description: 1 };

/**
 * Finds operations by the words of a query. Those that match more and rarer words come first.
 *
 * @returns all operations that match a word
 */
export function searchOperations(
  operations: readonly ServedOperation[],
  query: string,
): ServedOperation[] {
  const wanted = [...new Set(wordsOf(query))];
  const indexed = operations.map((operation) => ({ operation, words: indexOf(operation) }));
  const rarity = new Map(
    wanted.map((word) => {
      const having = indexed.filter(({ words }) => words.has(word)).length;
      return [word, Math.log(1 + operations.length / (1 + having))];
    }),
  );
  const scored = indexed.flatMap(({ operation, words }) => {
    const hits = wanted.filter((word) => words.has(word));
    const sum = hits.reduce(
      (all, word) => all + (words.get(word) ?? 0) * (rarity.get(word) ?? 0),
      0,
    );
    // An operation that matches all words beats one that repeats a single one.
    return sum === 0 ? [] : [{ operation, score: sum * hits.length }];
  });
  return scored.toSorted((one, other) => other.score - one.score).map(({ operation }) => operation);
}

function indexOf(operation: ServedOperation): ReadonlyMap<string, number> {
  const { id, summary, tag, path, method, description = "" } = operation;
  const parts = { id, summary, tag, path: `${method} ${path}`, description };
  const words = new Map<string, number>();
  for (const [part, text] of Object.entries(parts) as [keyof typeof weights, string][])
    for (const word of wordsOf(text))
      words.set(word, Math.max(words.get(word) ?? 0, weights[part]));
  return words;
}

/** Returns the words of a text in lower case, without a plural `s`. */
function wordsOf(text: string): string[] {
  return text
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
    .map((word) => word.replace(/ies$/u, "y").replace(/(?<=[^s]{2})s$/u, ""));
}
