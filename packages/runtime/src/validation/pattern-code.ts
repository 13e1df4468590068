/**
 * An instruction of a {@link PatternProgram}. A code point or the source of a character class consumes a
 * character. The source of an assertion (`^`, `$`, `\b`, `\B`) consumes none. A list contains the one or
 * two instructions to continue with. An object is a lookahead or lookbehind, whose own program begins with
 * the next instruction. `null` is a match.
 */
export type PatternInstruction =
  | number
  | string
  | readonly [number]
  | readonly [number, number]
  | { readonly look: "ahead" | "behind"; readonly negate?: true; readonly next: number }
  | null;

/** A regular expression with the `u` flag as a program (ECMA-262, section 22.2.2), without backreferences. */
export type PatternProgram = readonly PatternInstruction[];

/** An instruction as {@link PatternMatch} runs it. All have the same members, which makes them fast. */
export interface PatternStep {
  readonly kind: "take" | "go" | "assert" | "look" | "match";
  /** For each ASCII character, whether the instruction matches it. */
  readonly ascii: readonly boolean[];
  readonly takes: (code: number) => boolean;
  readonly assertion: string;
  readonly isBehind: boolean;
  readonly isNegated: boolean;
  /** The index of the next instruction. */
  readonly next: number;
  /** The index of an alternative instruction, or -1. */
  readonly other: number;
}

const assertions: readonly unknown[] = ["^", "$", "\\b", "\\B"];

/** Prepares a program for {@link PatternMatch}. */
export function patternSteps(program: PatternProgram): readonly PatternStep[] {
  const known = new Map<PatternInstruction, PatternStep["takes"]>();
  return program.map((instruction, index) => stepOf(instruction, index + 1, known));
}

function stepOf(
  instruction: PatternInstruction,
  next: number,
  known: Map<PatternInstruction, PatternStep["takes"]>,
): PatternStep {
  const nothing: PatternStep = {
    kind: "match",
    ascii: [],
    takes: () => false,
    assertion: "",
    isBehind: false,
    isNegated: false,
    next,
    other: -1,
  };
  if (instruction === null) return nothing;
  if (assertions.includes(instruction))
    return { ...nothing, kind: "assert", assertion: String(instruction) };
  if (typeof instruction !== "object") {
    const takes = known.get(instruction) ?? testOf(instruction);
    known.set(instruction, takes);
    return { ...nothing, kind: "take", takes, ascii: asciiOf(takes) };
  }
  if (!("look" in instruction)) {
    const [first, other = -1] = instruction;
    return { ...nothing, kind: "go", next: first, other };
  }
  const { look, negate = false, next: after } = instruction;
  return { ...nothing, kind: "look", isBehind: look === "behind", isNegated: negate, next: after };
}

function testOf(instruction: string | number): (code: number) => boolean {
  if (typeof instruction === "number") return (code) => code === instruction;
  const expression = new RegExp(`^${instruction}$`, "u");
  return (code) => expression.test(String.fromCodePoint(code));
}

function asciiOf(takes: (code: number) => boolean): readonly boolean[] {
  return Array.from({ length: 128 }, (_, code) => takes(code));
}
