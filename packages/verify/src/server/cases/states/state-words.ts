import type { StateMember } from "../../../records/stories/state-member.ts";

/** The words of a clause about the states of a resource's records. */
export interface Vocabulary {
  readonly state: StateMember;
  /** What a record is called, in lower case: `report`, `work order`, `order`. */
  readonly nouns: readonly string[];
  /** What is below a record or what the operation is about: `expense`, `comment`. */
  readonly children: readonly string[];
}

/**
 * A clause with marks in place of the words that matter: `‹G0›` for states that are joined by `and`, `or` and commas,
 * `‹A0›` if they stand alone as adjectives, `‹N›` for the record, `‹C0›` for what is below it.
 */
export interface MarkedClause {
  readonly text: string;
  /** The states of each mark. */
  readonly groups: readonly (readonly string[])[];
  /** The words of each mark of states as they stand. */
  readonly words: readonly string[];
  /** The words of each mark of what is below the record. */
  readonly below: readonly string[];
}

const articles =
  "(?:(?:a|an|the|any|all|each|every|either|neither|both|already|still|currently) )*";
const one = "‹[ST](\\d+)›(?: ‹N›)?";
const list = new RegExp(
  `${one}(?:(?:, (?:and |or |nor )?| and | or | nor )${articles}${one})*`,
  "g",
);

/** Marks the states and nouns of a clause. */
export function marked(text: string, { state, nouns, children }: Vocabulary): MarkedClause {
  const values: { readonly value: string; readonly word: string }[] = [];
  let whole = ` ${text} `;
  // A text of several words may contain a shorter one, as `not started` does.
  for (const value of state.values.toSorted((first, second) => second.length - first.length))
    whole = whole.replaceAll(formOf(value), (_, before: string, tick: string, word: string) => {
      values.push({ value, word: word.toLowerCase() });
      const isPlural = isSigmatic(word) && !isSigmatic(value);
      return `${before}‹${tick === "`" || isPlural ? "T" : "S"}${values.length - 1}›`;
    });
  whole = whole.replaceAll(wordsOf([...nouns, "one", "ones"]), "‹N›");
  const below: string[] = [];
  const others = children.filter((name) => !nouns.includes(name));
  whole = whole.replaceAll(wordsOf(others), (word) => `‹C${below.push(word) - 1}›`);
  const groups: string[][] = [];
  const words: string[] = [];
  const grouped = whole.replaceAll(list, (found) => {
    const own = [...found.matchAll(/‹([ST])(\d+)›/g)].map(([, kind, index]) => ({
      isSure: kind === "T",
      ...(values[Number(index)] ?? { value: "", word: "" }),
    }));
    groups.push(own.map(({ value }) => value));
    words.push(own.map(({ word }) => word).join(" "));
    const isNamed = found.endsWith("‹N›") || own.every(({ isSure }) => isSure);
    return `‹${isNamed ? "G" : "A"}${groups.length - 1}›`;
  });
  return { text: grouped.replaceAll(/\s+/g, " ").trim(), groups, words, below };
}

const isSigmatic = (word: string): boolean => word.toLowerCase().endsWith("s");

/** Returns a pattern for a value of a state as sentences write it: `in progress`, `drafts`, `canceled`. */
function formOf(value: string): RegExp {
  const spelled = value
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .split(/[\s_-]+/)
    .map((word) => word.replaceAll(/[^\p{L}\d]/gu, "\\$&"))
    .join("[ _-]?")
    .replace(/ll?ed$/i, "ll?ed");
  return new RegExp(`(^|[^\\p{L}\\d_])(\`?)(${spelled}s?)\`?(?![\\p{L}\\d_])`, "giu");
}

function wordsOf(names: readonly string[]): RegExp {
  const all = names.toSorted((first, second) => second.length - first.length).map(pluralOf);
  const pattern = `(?<![\\p{L}\\d_\`])(?:${all.join("|")})(?![\\p{L}\\d_\`])`;
  return new RegExp(all.length === 0 ? "(?!)" : pattern, "gu");
}

const pluralOf = (name: string): string =>
  /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}(?:y|ies)` : `${name}(?:e?s)?`;

/** Returns the words of a name: `WorkOrder`, `work-orders` and `work_order` are `work order`. */
export const nameWords = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .toLowerCase();

/** Returns a noun in the singular. */
export const singular = (noun: string): string =>
  noun
    .replace(/ies$/, "y")
    .replace(/(ss|x|ch|sh)es$/, "$1")
    .replace(/([^s])s$/, "$1");
