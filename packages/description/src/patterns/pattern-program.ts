import type { AST } from "@eslint-community/regexpp";
import type { PatternInstruction, PatternProgram } from "@openapi-packages/runtime/validation";

/**
 * The most instructions of a program. With a longer one, only very short texts could be matched.
 */
const longestProgram = 10_000;

class TooComplex extends Error {}

/**
 * Compiles a pattern to a program; `undefined` if it has backreferences, modifiers that change its
 * assertions, or too many counted repetitions.
 */
export function patternProgram(pattern: AST.Pattern): PatternProgram | undefined {
  const writer = new ProgramWriter();
  try {
    writer.alternatives(pattern.alternatives);
    return [...writer.program, null];
  } catch (error) {
    if (error instanceof TooComplex) return undefined;
    throw error;
  }
}

/** Writes the instructions of a program. Jumps are completed when their targets are known. */
class ProgramWriter {
  readonly program: PatternInstruction[] = [];
  #isBackward = false;
  /** The modifiers of the enclosing groups, such as `i-s`. */
  readonly #modifiers: string[] = [];

  alternatives(alternatives: readonly AST.Alternative[]): void {
    const ends: number[] = [];
    for (const [index, { elements }] of alternatives.entries()) {
      const isLast = index === alternatives.length - 1;
      const split = isLast ? undefined : this.#add([0]);
      for (const element of this.#isBackward ? elements.toReversed() : elements)
        this.#element(element);
      if (split === undefined) continue;
      ends.push(this.#add([0]));
      this.program[split] = [split + 1, this.program.length];
    }
    for (const end of ends) this.program[end] = [this.program.length];
  }

  #add(instruction: PatternInstruction): number {
    if (this.program.length >= longestProgram) throw new TooComplex();
    return this.program.push(instruction) - 1;
  }

  #element(element: AST.Element): void {
    switch (element.type) {
      case "Character":
      case "CharacterClass":
      case "CharacterSet":
        this.#take(element);
        return;
      case "CapturingGroup":
        this.alternatives(element.alternatives);
        return;
      case "Group":
        this.#group(element);
        return;
      case "Quantifier":
        this.#repeat(element);
        return;
      case "Assertion":
        this.#assertion(element);
        return;
      default:
        throw new TooComplex();
    }
  }

  #take(element: AST.Character | AST.CharacterClass | AST.CharacterSet): void {
    if (this.#modifiers.length === 0) {
      this.#add(element.type === "Character" ? element.value : element.raw);
      return;
    }
    const opening = this.#modifiers.map((modifiers) => `(?${modifiers}:`).join("");
    this.#add(`${opening}${element.raw}${")".repeat(this.#modifiers.length)}`);
  }

  #group({ modifiers, alternatives }: AST.Group): void {
    if (modifiers) this.#modifiers.push(modifiers.raw);
    this.alternatives(alternatives);
    if (modifiers) this.#modifiers.pop();
  }

  #repeat({ element, min, max }: AST.Quantifier): void {
    const isLoop = max === Infinity;
    for (let count = isLoop ? 1 : 0; count < min; count += 1) this.#element(element);
    if (isLoop && min > 0) {
      const start = this.program.length;
      this.#element(element);
      this.#add([start, this.program.length + 1]);
      return;
    }
    if (isLoop) {
      const start = this.#add([0]);
      this.#element(element);
      const end = this.#add([0]);
      for (const split of [start, end]) this.program[split] = [start + 1, end + 1];
      return;
    }
    const splits: number[] = [];
    for (let count = min; count < max; count += 1) {
      splits.push(this.#add([0]));
      this.#element(element);
    }
    for (const split of splits) this.program[split] = [split + 1, this.program.length];
  }

  #assertion(element: AST.Assertion): void {
    if (element.kind !== "lookahead" && element.kind !== "lookbehind") {
      const changing = element.kind === "word" ? "i" : "m";
      if (this.#modifiers.some((modifiers) => modifiers.includes(changing))) throw new TooComplex();
      this.#add(element.raw);
      return;
    }
    const start = this.#add(null);
    const around = this.#isBackward;
    this.#isBackward = element.kind === "lookbehind";
    this.alternatives(element.alternatives);
    this.#add(null);
    this.#isBackward = around;
    this.program[start] = {
      look: element.kind === "lookahead" ? "ahead" : "behind",
      ...(element.negate ? { negate: true as const } : {}),
      next: this.program.length,
    };
  }
}
