import type { AST } from "@eslint-community/regexpp";

/** Where a match has come to: the place, and what its groups have taken. */
interface State {
  readonly place: number;
  readonly groups: ReadonlyMap<AST.CapturingGroup, string>;
}

type Continuation = (state: State) => boolean;

class TooManySteps extends Error {}

/**
 * The steps that a backtracking matcher takes to look for a pattern in a text, as ECMA-262 describes it (section
 * 22.2.2), without anything that engines do to save steps; `most` where there are more.
 */
export function backtrackingSteps(pattern: AST.Pattern, text: string, most: number): number {
  const matcher = new BacktrackingMatcher(text, most);
  try {
    matcher.find(pattern);
  } catch (error) {
    if (error instanceof TooManySteps) return most;
    throw error;
  }
  return matcher.steps;
}

class BacktrackingMatcher {
  steps = 0;
  readonly #text: string;
  readonly #most: number;
  readonly #expressions = new Map<AST.Element, RegExp>();
  #isBackward = false;

  constructor(text: string, most: number) {
    this.#text = text;
    this.#most = most;
  }

  find({ alternatives }: AST.Pattern): boolean {
    for (let place = 0; place <= this.#text.length; place += 1)
      if (this.#any(alternatives, { place, groups: new Map() }, () => true)) return true;
    return false;
  }

  #any(alternatives: readonly AST.Alternative[], state: State, next: Continuation): boolean {
    return alternatives.some(({ elements }) => this.#sequence(elements, 0, state, next));
  }

  #sequence(
    elements: readonly AST.Element[],
    index: number,
    state: State,
    next: Continuation,
  ): boolean {
    const element = this.#isBackward ? elements.at(-1 - index) : elements[index];
    if (element === undefined || index >= elements.length) return next(state);
    return this.#element(element, state, (after) =>
      this.#sequence(elements, index + 1, after, next),
    );
  }

  #element(element: AST.Element, state: State, next: Continuation): boolean {
    this.steps += 1;
    if (this.steps >= this.#most) throw new TooManySteps();
    switch (element.type) {
      case "Character":
      case "CharacterClass":
      case "CharacterSet":
        return this.#take(element, state, next);
      case "Group":
        return this.#any(element.alternatives, state, next);
      case "CapturingGroup":
        return this.#any(element.alternatives, state, (after) => {
          const [from, to] = [state.place, after.place].toSorted((one, other) => one - other);
          const taken = this.#text.slice(from, to);
          return next({ ...after, groups: new Map(after.groups).set(element, taken) });
        });
      case "Quantifier":
        return this.#repeat(element, 0, state, next);
      case "Backreference":
        return this.#refer(element, state, next);
      case "Assertion":
        return this.#assert(element, state, next);
      default:
        throw new Error(`${element.type} is not known`);
    }
  }

  #take(
    element: AST.Character | AST.CharacterClass | AST.CharacterSet,
    state: State,
    next: Continuation,
  ): boolean {
    const character = this.#text.charAt(this.#isBackward ? state.place - 1 : state.place);
    const expression = this.#expressions.get(element) ?? new RegExp(`^(?:${element.raw})$`, "u");
    this.#expressions.set(element, expression);
    if (character === "" || !expression.test(character)) return false;
    return next({ ...state, place: state.place + (this.#isBackward ? -1 : 1) });
  }

  #repeat(quantifier: AST.Quantifier, count: number, state: State, next: Continuation): boolean {
    this.steps += 1;
    if (this.steps >= this.#most) throw new TooManySteps();
    const { element, min, max, greedy } = quantifier;
    const more = (): boolean =>
      count < max &&
      this.#element(element, state, (after) =>
        // A repetition beyond the fewest that takes nothing is none.
        count >= min && after.place === state.place
          ? false
          : this.#repeat(quantifier, count + 1, after, next),
      );
    if (count < min) return more();
    return greedy ? more() || next(state) : next(state) || more();
  }

  #refer({ resolved }: AST.Backreference, state: State, next: Continuation): boolean {
    const [group] = [resolved].flat();
    const taken = (group && state.groups.get(group)) ?? "";
    this.steps += taken.length;
    const place = this.#isBackward ? state.place - taken.length : state.place;
    if (place < 0 || !this.#text.startsWith(taken, place)) return false;
    return next({ ...state, place: this.#isBackward ? place : place + taken.length });
  }

  #assert(element: AST.Assertion, state: State, next: Continuation): boolean {
    if ("alternatives" in element) return this.#look(element, state, next);
    if (element.kind === "word") {
      const isWord = (place: number): boolean => /^\w$/.test(this.#text.charAt(place));
      const isEdge = isWord(state.place - 1) !== isWord(state.place);
      return isEdge !== element.negate && next(state);
    }
    return state.place === (element.kind === "start" ? 0 : this.#text.length) && next(state);
  }

  #look(element: AST.LookaroundAssertion, state: State, next: Continuation): boolean {
    const around = this.#isBackward;
    this.#isBackward = element.kind === "lookbehind";
    let found: State | undefined;
    const isFound = this.#any(element.alternatives, state, (after) => {
      found = after;
      return true;
    });
    this.#isBackward = around;
    if (isFound === element.negate) return false;
    return next(found === undefined || element.negate ? state : { ...found, place: state.place });
  }
}
