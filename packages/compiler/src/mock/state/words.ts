/** Splits names into words, whatever their notation. */

const known = new Map<string, readonly string[]>();

/** `assistant_run_id` → assistant, run, id; `petId` → pet, id. */
export function wordsOf(name: string): readonly string[] {
  const found = known.get(name);
  if (found !== undefined) return found;
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");
  if (known.size > mostKnown) known.clear();
  known.set(name, words);
  return words;
}

const mostKnown = 20_000;

const plain = new Map<string, string>();

/** Returns a name in snake case, to compare names of different notations. */
export function plainName(name: string): string {
  const found = plain.get(name);
  if (found !== undefined) return found;
  const made = wordsOf(name).join("_");
  if (plain.size > mostKnown) plain.clear();
  plain.set(name, made);
  return made;
}

/** Returns the common stem of a noun's singular and plural. */
export function stem(word: string): string {
  if (word.endsWith("ies")) return word.replace(/ies$/, "y");
  if (/(ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Returns a noun in the singular, in snake case: `api-keys` → `api_key`. */
export function nounOf(text: string): string {
  const words = wordsOf(text);
  return [...words.slice(0, -1), stem(words.at(-1) ?? "")].join("_");
}

const generic = new Set(
  wordList(
    "id uuid guid key name slug number code type path ref sha identifier version tag " +
      "date value",
  ),
);

/** True if a name says nothing about what it names, as `id` does. */
export function isGeneric(name: string): boolean {
  return generic.has(plainName(name));
}

/** `api-keys` → `ApiKeys`. */
export function pascalCase(text: string): string {
  return wordsOf(text)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** Splits a text at its spaces. */
export function wordList(text: string): string[] {
  return text.split(" ");
}

/** Returns a word of a verb without its ending: `start` for `starts`, `started` and `starting`, `inspect` for `inspections`. */
export const verbStem = (word: string): string =>
  word.length > 3 ? word.replace(/(?:ings?|ions?|ed|es|s|e)$/, "") : word;
