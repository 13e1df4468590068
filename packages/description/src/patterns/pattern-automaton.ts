import type { AST } from "@eslint-community/regexpp";

/** Maps states to the number of paths that lead there. */
export type Ways = ReadonlyMap<number, number>;

/**
 * The first and last states of a part of a pattern, and in how many ways it matches the empty text.
 */
interface Part {
  readonly first: Ways;
  readonly last: Ways;
  readonly empty: number;
}

const none: Ways = new Map();
const nothing: Part = { first: none, last: none, empty: 1 };

/** How bounded repetitions become states: as a loop, or as one copy per repetition. */
export type Repetition = "loop" | "copies";

/** The limits of a pattern. A pattern beyond them is not analyzed. */
const most = { states: 4000, edges: 50_000 };

/** An element that matches one character. */
export type CharacterTest = AST.Character | AST.CharacterClass | AST.CharacterSet;

/** Matches any character. It represents the positions at which an engine tries a match. */
export const anyCharacter = "any";

/**
 * The states of a backtracking matcher such as ECMAScript's (ECMA-262, section 22.2.2), one per
 * character or class (Glushkov's automaton), and the edges between them. The matcher tries every
 * path that a text allows, so the number of paths measures its work. Assertions only cut paths
 * short. The content of a lookahead is a path that ends there.
 */
export class PatternAutomaton {
  /** The state before the first character. */
  readonly start = 0;
  /** What each state matches; the start state matches nothing. */
  readonly tests: (CharacterTest | typeof anyCharacter | undefined)[] = [undefined];
  /** For each state, the next states with the number of paths to each. */
  readonly edges: Map<number, number>[] = [new Map()];
  /**
   * True if the pattern is not analyzed: it is too large, or the states do not represent all its
   * work.
   */
  isUnknown = false;
  /** True if the matcher compares whole texts, which takes time in proportion to their length. */
  comparesTexts = false;
  readonly #repetition: Repetition;
  readonly #open: AST.Node[] = [];
  #connections = 0;

  constructor(pattern: AST.Pattern, repetition: Repetition) {
    this.#repetition = repetition;
    for (const alternative of pattern.alternatives) {
      const part = this.#sequence(withoutTail(alternative.elements));
      this.#connect(new Map([[this.start, 1]]), part.first);
      if (!isAnchored(alternative.elements)) this.#connect(this.#anywhere(), part.first);
    }
  }

  /** The most paths between two states, or in which a part matches the empty text. */
  mostWays = 1;

  /** Returns the state that consumes the text before a match. */
  #anywhere(): Ways {
    const known = this.tests.indexOf(anyCharacter);
    const state = known === -1 ? this.#state(anyCharacter) : known;
    if (known === -1) {
      this.#edge(this.start, state, 1);
      this.#edge(state, state, 1);
    }
    return new Map([[state, 1]]);
  }

  #sequence(elements: readonly AST.Element[]): Part {
    return elements.reduce((before, element) => this.#then(before, this.#add(element)), nothing);
  }

  #alternatives(alternatives: readonly AST.Alternative[]): Part {
    const parts = alternatives.map(({ elements }) => this.#sequence(elements));
    const empty = parts.reduce((ways, part) => ways + part.empty, 0);
    const [first, last] = [parts.map((part) => part.first), parts.map((part) => part.last)];
    return this.#noted({ first: sum(first), last: sum(last), empty });
  }

  #add(element: AST.Element): Part {
    if (this.tests.length > most.states) this.isUnknown = true;
    if (this.isUnknown) return nothing;
    switch (element.type) {
      case "Character":
      case "CharacterClass":
      case "CharacterSet": {
        const state = new Map([[this.#state(element), 1]]);
        return { first: state, last: state, empty: 0 };
      }
      case "Group":
        // Modifiers such as `(?i:…)` are not analyzed.
        if (element.modifiers) this.isUnknown = true;
        return this.#alternatives(element.alternatives);
      case "CapturingGroup":
        return this.#within(element, () => this.#alternatives(element.alternatives));
      case "Quantifier":
        return this.#repeated(element);
      case "Backreference":
        return this.#repeatedText(element);
      case "Assertion":
        return this.#assertion(element);
      default:
        this.isUnknown = true;
        return nothing;
    }
  }

  #within<Result>(node: AST.Node, run: () => Result): Result {
    this.#open.push(node);
    const result = run();
    this.#open.pop();
    return result;
  }

  #assertion(element: AST.Assertion): Part {
    if (element.kind === "lookbehind" && !isShort(element.alternatives)) this.isUnknown = true;
    if (element.kind !== "lookahead") return nothing;
    const { first } = this.#alternatives(element.alternatives);
    return { first, last: none, empty: 1 };
  }

  /** Adds a backreference. It matches no more than its group could, but compares the whole text. */
  #repeatedText({ resolved }: AST.Backreference): Part {
    const groups = [resolved].flat().filter((group) => !this.#open.includes(group));
    const parts = groups.map((group) => {
      if (!isShort(group.alternatives)) this.comparesTexts = true;
      return this.#within(group, () => this.#alternatives(group.alternatives));
    });
    // A reference to a group that has not matched matches the empty text.
    return {
      first: sum(parts.map(({ first }) => first)),
      last: sum(parts.map(({ last }) => last)),
      empty: 1,
    };
  }

  #repeated({ element, min, max }: AST.Quantifier): Part {
    if (max === 0) return nothing;
    const item = this.#add(element);
    if (max === 1) return min === 0 ? optional(item) : item;
    const isPlain = max === Infinity && min <= 1;
    if (isPlain || (this.#repetition === "loop" && item.empty === 0)) {
      this.#connect(item.last, item.first);
      return min === 0 ? optional(item) : item;
    }
    if (this.#repetition === "loop") this.isUnknown = true;
    return this.isUnknown ? nothing : this.#copies(item, { element, min, max });
  }

  /** Writes out bounded repetitions: `x{2,4}` is `xx(x(x)?)?`, `x{2,}` is `xx+`. */
  #copies(
    item: Part,
    { element, min, max }: Pick<AST.Quantifier, "element" | "min" | "max">,
  ): Part {
    const copy = (): Part => this.#add(element);
    if (max === Infinity) {
      let part = item;
      for (let count = 2; count <= min && !this.isUnknown; count += 1) {
        const next = copy();
        if (count === min) this.#connect(next.last, next.first);
        part = this.#then(part, next);
      }
      return part;
    }
    let rest = nothing;
    for (let count = max; count > min && !this.isUnknown; count -= 1)
      rest = optional(this.#then(count === 1 ? item : copy(), rest));
    let part = nothing;
    for (let count = 1; count <= min && !this.isUnknown; count += 1)
      part = this.#then(part, count === 1 ? item : copy());
    return this.#then(part, rest);
  }

  #state(test: CharacterTest | typeof anyCharacter): number {
    this.edges.push(new Map());
    return this.tests.push(test) - 1;
  }

  #then(before: Part, after: Part): Part {
    this.#connect(before.last, after.first);
    return this.#noted({
      first: before.empty === 0 ? before.first : sum([before.first, times(after.first, before)]),
      last: after.empty === 0 ? after.last : sum([after.last, times(before.last, after)]),
      empty: before.empty * after.empty,
    });
  }

  #connect(from: Ways, to: Ways): void {
    this.#connections += from.size * to.size;
    if (this.#connections > most.edges) this.isUnknown = true;
    if (this.isUnknown) return;
    for (const [state, ways] of from)
      for (const [next, more] of to) this.#edge(state, next, ways * more);
  }

  #edge(from: number, to: number, ways: number): void {
    const edges = this.edges[from];
    const total = (edges?.get(to) ?? 0) + ways;
    edges?.set(to, total);
    this.mostWays = Math.max(this.mostWays, total);
  }

  #noted(part: Part): Part {
    this.mostWays = Math.max(this.mostWays, part.empty, ...part.last.values());
    return part;
  }
}

const optional = (part: Part): Part => ({ ...part, empty: part.empty + 1 });

/** Multiplies paths by the number of ways in which a part matches the empty text. */
function times(ways: Ways, { empty }: Part): Ways {
  return empty === 1 ? ways : new Map([...ways].map(([state, count]) => [state, count * empty]));
}

function sum(all: readonly Ways[]): Ways {
  const filled = all.filter(({ size }) => size > 0);
  if (filled.length <= 1) return filled[0] ?? none;
  const total = new Map<number, number>();
  for (const ways of filled)
    for (const [state, count] of ways) total.set(state, (total.get(state) ?? 0) + count);
  return total;
}

/** Returns true if a match of these elements can only begin at the start of the text. */
export function isAnchored(elements: readonly AST.Element[]): boolean {
  for (const element of elements) {
    if (element.type === "Assertion" && element.kind === "start") return true;
    if (element.type === "Group" || element.type === "CapturingGroup")
      return element.alternatives.every((alternative) => isAnchored(alternative.elements));
    // A lookaround consumes nothing.
    if (element.type !== "Assertion") return false;
  }
  return false;
}

/**
 * Drops the elements at the end that always match: a final repetition of one class takes as much as
 * possible, and the match is done.
 */
function withoutTail(elements: readonly AST.Element[]): readonly AST.Element[] {
  const last = elements.at(-1);
  if (last?.type !== "Quantifier" || !isCharacterTest(last.element)) return elements;
  if (last.min > 1) return elements;
  const before = elements.slice(0, -1);
  return last.min === 0 ? withoutTail(before) : [...before, last.element];
}

function isCharacterTest(node: AST.Node): node is CharacterTest {
  return ["Character", "CharacterClass", "CharacterSet"].includes(node.type);
}

/** Returns true if the alternatives match only a few characters each, without repetitions. */
function isShort(alternatives: readonly AST.Alternative[]): boolean {
  return (
    alternatives.length <= 10 &&
    alternatives.every(
      ({ elements }) => elements.length <= 10 && elements.every((one) => isCharacterTest(one)),
    )
  );
}
