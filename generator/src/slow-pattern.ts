import type { AST } from "@eslint-community/regexpp";
import { parsePattern } from "./pattern.ts";

/** Characters and classes of a pattern that are looked at, and steps taken; beyond them nothing is said. */
const limits = { length: 1000, positions: 150, steps: 500_000 };

/** From this many repetitions on, a bound is as good as none. */
const manyTimes = 20;

/**
 * True if a backtracking matcher, as ECMAScript's (ECMA-262, section 22.2.2), takes exponentially long
 * on some texts: whether there is a loop in which one text can be matched in two ways, as in
 * `(a+)+$`. What is found is such a pattern; what is not found may still be one, within a lookahead
 * or where the pattern is long. Quadratic patterns are not meant.
 *
 * @param pattern one that is valid with the `u` flag
 */
export function isSlowPattern(pattern: string): boolean {
  // Only loops within loops, or loops with a choice in them, can be slow.
  if (pattern.length > limits.length || !/[*+}][^]*[*+}?|]|[|?][^]*[*+}]/.test(pattern))
    return false;
  const node = parsePattern(pattern);
  if (node === undefined) return false;
  const automaton = new Automaton(pattern);
  automaton.alternatives(node);
  return automaton.isAmbiguous();
}

/**
 * A pattern to try texts of a description with. One that may take forever on some text is not tried:
 * it is said to match.
 *
 * @param pattern one that is valid with the `u` flag
 */
export function safePattern(pattern: string): Pick<RegExp, "test"> {
  return isSlowPattern(pattern) ? { test: () => true } : new RegExp(pattern, "u");
}

/** The states that a part of a pattern begins and ends with. */
interface Part {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly isNullable: boolean;
}

const nothing: Part = { first: [], last: [], isNullable: true };

/** Glushkov's automaton: a state for each character or class, edges to what may follow. */
class Automaton {
  /** For each state, the sample characters that it takes. */
  readonly #taken: boolean[][] = [];
  /** State → what may follow → in how many ways. */
  readonly #edges: Map<number, number>[] = [];
  readonly #samples: readonly string[];
  #isAmbiguous = false;

  constructor(pattern: string) {
    this.#samples = sampleCharacters(pattern);
  }

  /** Adds what has alternatives: a pattern or a group. */
  alternatives({ alternatives }: { readonly alternatives: readonly AST.Alternative[] }): Part {
    const parts = alternatives.map(({ elements }) =>
      elements.reduce((before, element) => this.#sequence(before, this.#add(element)), nothing),
    );
    return {
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
      isNullable: parts.some(({ isNullable }) => isNullable),
    };
  }

  /** An assertion takes no character; what a reference back takes is not looked at. */
  #add(element: AST.Element): Part {
    switch (element.type) {
      case "Character":
      case "CharacterClass":
      case "CharacterSet":
        return this.#state(element);
      case "Group":
      case "CapturingGroup":
        return this.alternatives(element);
      case "Quantifier":
        return this.#repeat(this.#add(element.element), element.min, element.max);
      default:
        return nothing;
    }
  }

  #state({ raw }: AST.Element): Part {
    const state = this.#edges.length;
    this.#edges.push(new Map());
    const expression = new RegExp(`^(?:${raw})$`, "u");
    this.#taken.push(
      state < limits.positions ? this.#samples.map((sample) => expression.test(sample)) : [],
    );
    return { first: [state], last: [state], isNullable: false };
  }

  #sequence(before: Part, after: Part): Part {
    this.#connect(before.last, after.first);
    return {
      first: before.isNullable ? [...before.first, ...after.first] : before.first,
      last: after.isNullable ? [...before.last, ...after.last] : after.last,
      isNullable: before.isNullable && after.isNullable,
    };
  }

  #repeat(item: Part, least: number, most: number): Part {
    if (most >= manyTimes) this.#connect(item.last, item.first);
    // Which of many repetitions are empty can be chosen in many ways.
    if (most >= manyTimes && most < Infinity && item.isNullable && item.first.length > 0)
      this.#isAmbiguous = true;
    return least === 0 ? { ...item, isNullable: true } : item;
  }

  #connect(from: readonly number[], to: readonly number[]): void {
    for (const state of from) {
      const edges = this.#edges[state];
      for (const next of to) edges?.set(next, (edges.get(next) ?? 0) + 1);
    }
  }

  /** True if two different ways lead from a state back to it on one text (its "EDA" property). */
  isAmbiguous(): boolean {
    if (this.#isAmbiguous) return true;
    if (this.#edges.length > limits.positions) return false;
    let steps = 0;
    for (const start of this.#edges.keys()) {
      // A pair of states, and whether the ways that lead there have parted.
      const seen = new Set<string>();
      const stack: (readonly [number, number, boolean])[] = [[start, start, false]];
      for (let pair = stack.pop(); pair !== undefined; pair = stack.pop()) {
        for (const next of this.#next(pair)) {
          const [one, other, isParted] = next;
          if (isParted && one === start && other === start) return true;
          if ((steps += 1) > limits.steps) return false;
          const key = next.join();
          if (seen.has(key)) continue;
          seen.add(key);
          stack.push(next);
        }
      }
    }
    return false;
  }

  #next([one, other, isParted]: readonly [number, number, boolean]) {
    const pairs: (readonly [number, number, boolean])[] = [];
    for (const [oneNext, ways] of this.#edges[one] ?? []) {
      for (const otherNext of this.#edges[other]?.keys() ?? []) {
        if (!this.#overlap(oneNext, otherNext)) continue;
        const parts = oneNext !== otherNext || (one === other && ways > 1);
        pairs.push([oneNext, otherNext, isParted || parts]);
      }
    }
    return pairs;
  }

  #overlap(one: number, other: number): boolean {
    const others = this.#taken[other] ?? [];
    return one === other || (this.#taken[one] ?? []).some((taken, index) => taken && others[index]);
  }
}

/** Characters by which the classes of a pattern are told apart: its own, their neighbours, and some of each kind. */
function sampleCharacters(pattern: string): string[] {
  const codes = new Set(Array.from({ length: 128 }, (_, code) => code));
  for (const character of `${pattern}éßΩя用😀\u00a0\u2028`) {
    const code = character.codePointAt(0) ?? 0;
    for (const near of [code - 1, code, code + 1]) codes.add(near);
  }
  return [...codes].filter((code) => code >= 0).map((code) => String.fromCodePoint(code));
}
