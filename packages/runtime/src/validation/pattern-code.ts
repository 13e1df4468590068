/**
 * An instruction of a {@link PatternProgram}: a code point or the source of a class take a character,
 * the source of an assertion (`^`, `$`, `\b`, `\B`) takes none; a list has one or two instructions to
 * go on at; an object is a look ahead or behind, which begins with the next instruction, and has the
 * one after it; `null` is a match.
 */
export type PatternInstruction =
  | number
  | string
  | readonly [number]
  | readonly [number, number]
  | { readonly look: "ahead" | "behind"; readonly negate?: true; readonly next: number }
  | null;

/** A regular expression with the `u` flag as a program (ECMA-262, section 22.2.2), without references back. */
export type PatternProgram = readonly PatternInstruction[];

/** An instruction as {@link PatternMatch} runs it: all have the same members, so that it is quick. */
export interface PatternStep {
  readonly kind: "take" | "go" | "assert" | "look" | "match";
  /** For each ASCII character, whether it is taken. */
  readonly ascii: readonly boolean[];
  readonly takes: (code: number) => boolean;
  readonly assertion: string;
  readonly isBehind: boolean;
  readonly isNegated: boolean;
  /** Where it goes on. */
  readonly next: number;
  /** Where it may go on as well; -1 for nowhere. */
  readonly other: number;
}

const assertions: readonly unknown[] = ["^", "$", "\\b", "\\B"];

/** Prepares a program. */
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
