import type { AST } from "@eslint-community/regexpp";
import { anyCharacter, PatternAutomaton, type CharacterTest } from "./pattern-automaton.ts";

/** A linear pattern has at most this many paths at any character. */
const fewWays = 64;

/** A text is still matched if it takes at most this many paths. */
const manyWays = 2000;

/** The limits of the analysis; a pattern beyond them counts as slow. */
const limits = { sets: 2000, steps: 400_000, letters: 400 };

/** The work of a backtracking matcher, such as ECMAScript's, that searches texts for a pattern. */
export interface PatternWork {
  /** True if the work is provably proportional to the length of the text. */
  readonly isLinear: boolean;
  /**
   * The longest text, in characters, that provably takes only a few thousand steps; -1 if there is
   * none.
   */
  readonly longest: number;
}

/**
 * Computes an upper bound for the work of a pattern. A pattern is linear if a limited number of
 * paths leads to any character of any text. The analysis follows all paths for each kind of
 * character (a determinization with counts), and gives up if they multiply.
 */
export function patternWork(pattern: AST.Pattern): PatternWork {
  const loops = new PatternAutomaton(pattern, "loop");
  if (isLinear(loops)) return { isLinear: true, longest: Infinity };
  const copies = new PatternAutomaton(pattern, "copies");
  if (isLinear(copies)) return { isLinear: true, longest: Infinity };
  const longest = Math.max(longestWithin(copies), longestWithin(loops));
  return { isLinear: false, longest };
}

function isLinear(automaton: PatternAutomaton): boolean {
  const { isUnknown, comparesTexts, mostWays } = automaton;
  if (isUnknown || comparesTexts || mostWays > fewWays) return false;
  const walk = new Walk(automaton);
  while (walk.isGoing) if (walk.next() > fewWays) return false;
  return walk.isComplete;
}

function longestWithin(automaton: PatternAutomaton): number {
  if (automaton.isUnknown || automaton.mostWays > manyWays) return -1;
  const walk = new Walk(automaton);
  let [length, ways, most] = [0, automaton.mostWays, 1];
  while (walk.isGoing && length < manyWays) {
    // A set that occurred at an earlier character is not followed again, but may occur again, so
    // the maximum counts.
    most = Math.max(most, walk.next());
    ways += most;
    if (ways > manyWays) break;
    if (walk.isGoing || walk.isComplete) length += 1;
  }
  return length;
}

/** Maps states to the number of paths that lead there. */
type Counts = ReadonlyMap<number, number>;

/** Follows the paths of all texts at once, character by character. */
class Walk {
  readonly #automaton: PatternAutomaton;
  readonly #letters: readonly (readonly boolean[])[];
  readonly #classOf: readonly number[];
  readonly #known = new Set<string>();
  #level: readonly Counts[];
  #steps = 0;
  #isBeyond = false;

  constructor(automaton: PatternAutomaton) {
    this.#automaton = automaton;
    const { classOf, letters } = lettersOf(automaton);
    this.#classOf = classOf;
    this.#letters = letters;
    this.#isBeyond = letters.length > limits.letters;
    this.#level = [new Map([[automaton.start, 1]])];
  }

  /** True if there are sets left to follow. */
  get isGoing(): boolean {
    return this.#level.length > 0 && !this.#isBeyond;
  }

  /** True if all texts have been covered. */
  get isComplete(): boolean {
    return this.#level.length === 0 && !this.#isBeyond;
  }

  /** Adds one more character, and returns the most paths that lead to it. */
  next(): number {
    const next: Counts[] = [];
    let most = 0;
    for (const counts of this.#level) {
      for (const letter of this.#letters) {
        const after = this.#after(counts, letter);
        if (this.#isBeyond) return most;
        const key = [...after].toSorted(([one], [other]) => one - other).join(";");
        most = Math.max(
          most,
          [...after.values()].reduce((sum, ways) => sum + ways, 0),
        );
        if (after.size === 0 || this.#known.has(key)) continue;
        this.#known.add(key);
        next.push(after);
      }
    }
    if (this.#known.size > limits.sets) this.#isBeyond = true;
    this.#level = next;
    return most;
  }

  #after(counts: Counts, letter: readonly boolean[]): Counts {
    const after = new Map<number, number>();
    for (const [state, ways] of counts) {
      const edges = this.#automaton.edges[state] ?? [];
      for (const [next, more] of edges) {
        this.#steps += 1;
        if (letter[this.#classOf[next] ?? 0] !== true) continue;
        after.set(next, (after.get(next) ?? 0) + ways * more);
      }
      if (this.#steps > limits.steps) this.#isBeyond = true;
    }
    return after;
  }
}

/**
 * Returns the kinds of characters that a pattern distinguishes: for each, which of its classes
 * contain it.
 */
function lettersOf({ tests }: PatternAutomaton): {
  readonly classOf: readonly number[];
  readonly letters: readonly (readonly boolean[])[];
} {
  const ids = new Map<string, number>();
  const classes: (CharacterTest | typeof anyCharacter)[] = [];
  const classOf = tests.map((test) => {
    if (test === undefined) return -1;
    const raw = test === anyCharacter ? test : test.raw;
    const id = ids.get(raw) ?? classes.push(test) - 1;
    ids.set(raw, id);
    return id;
  });
  const has = classes.map(characterTest);
  const letters = new Map<string, readonly boolean[]>();
  for (const code of sampleCodes(classes)) {
    const character = String.fromCodePoint(code);
    const own = has.map((test) => test(character));
    letters.set(own.map(Number).join(""), own);
    // It is not known which Unicode properties exclude each other, so a character is assumed to
    // have all of them.
    const all = own.map((one, id) => one || (code > 127 && hasProperty(classes[id])));
    letters.set(all.map(Number).join(""), all);
  }
  return { classOf, letters: [...letters.values()] };
}

function characterTest(test: CharacterTest | typeof anyCharacter): (character: string) => boolean {
  if (test === anyCharacter) return () => true;
  if (test.type === "Character") {
    const own = String.fromCodePoint(test.value);
    return (character) => character === own;
  }
  const expression = new RegExp(`^(?:${test.raw})$`, "u");
  return (character) => expression.test(character);
}

const hasProperty = (test: CharacterTest | typeof anyCharacter | undefined): boolean =>
  typeof test === "object" && /\\p/i.test(test.raw);

/**
 * White space and line ends beyond ASCII, and letters that only properties and negated classes
 * match.
 */
const otherCodes = [
  0xa0, 0xe9, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0x4e2d, 0xfeff,
  0x1f600,
];

/** Returns at least one character between any two boundaries of classes. */
function sampleCodes(classes: readonly (CharacterTest | typeof anyCharacter)[]): number[] {
  const named = classes.flatMap((test) => (test === anyCharacter ? [] : namedCodes(test)));
  const isPlain = classes.every((test) => test === anyCharacter || test.type === "Character");
  const codes = new Set(isPlain ? [] : Array.from({ length: 128 }, (_, code) => code));
  for (const code of isPlain ? named : [...otherCodes, ...named])
    for (const near of [code - 1, code, code + 1])
      if (near >= 0 && near <= 0x10ffff) codes.add(near);
  return [...codes];
}

function namedCodes(test: AST.Node): number[] {
  switch (test.type) {
    case "Character":
      return [test.value];
    case "CharacterClassRange":
      return [test.min.value, test.max.value];
    case "CharacterClass":
      return test.elements.flatMap((element) => namedCodes(element));
    default:
      return [];
  }
}
