import type { PatternInstruction, PatternProgram } from "@openapi-packages/runtime/validation";
import { parsePattern, unicodePattern } from "./pattern.ts";
import { patternProgram } from "./pattern-program.ts";
import { patternWork } from "./pattern-work.ts";
import { literal } from "./escape.ts";

/** The steps that the runtime takes for the patterns of one value: as many as its `mostSteps`. */
export const mostSteps = 2 ** 22;

/** The steps that this process takes for one text. */
const mostOwnSteps = 2 ** 20;

/** How texts are matched with a pattern. */
export interface PatternPlan {
  readonly pattern: string;
  /** A backtracking matcher, such as `RegExp`, is shown to take time in proportion to the text. */
  readonly isLinear: boolean;
  /** What to match with instead. `undefined` where the pattern is linear, or cannot be written so. */
  readonly program: PatternProgram | undefined;
  /** The length, in UTF-16 code units, of the longest text that is matched at all; -1 where none is. */
  readonly longest: number;
  /** The length of texts that `RegExp` is shown to match in a few thousand steps; -1 where that is shown of none. */
  readonly longestNative: number;
}

/**
 * Plans how to match texts with a pattern, so that no text takes long.
 *
 * @param pattern one that is valid with the `u` flag
 */
export function planPattern(pattern: string): PatternPlan {
  const node = parsePattern(pattern);
  if (node === undefined)
    return { pattern, isLinear: false, program: undefined, longest: -1, longestNative: -1 };
  const { isLinear, longest: longestNative } = patternWork(node);
  const program = isLinear ? undefined : patternProgram(node);
  const longest =
    program === undefined ? longestNative : Math.floor(mostSteps / program.length) - 1;
  return { pattern, isLinear, program, longest, longestNative };
}

/** Tells whether a text has a place that a pattern matches; `undefined` where finding out could take long. */
export function matchesPattern(plan: PatternPlan, text: string): boolean | undefined {
  if (plan.isLinear || text.length <= plan.longestNative)
    return new RegExp(plan.pattern, "u").test(text);
  const { program } = plan;
  if (program === undefined || program.length * text.length > mostOwnSteps) return undefined;
  return simulated(program, Array.from(text));
}

/**
 * Tells whether a text has a place that a pattern matches, as JSON Schema reads it; `undefined` where it is no
 * regular expression, or finding out could take long.
 */
export function matchesText(pattern: string, text: string): boolean | undefined {
  const plan = planText(pattern);
  return plan === undefined ? undefined : matchesPattern(plan, text);
}

/** The plans of patterns as JSON Schema reads them: names of members are tried with the same ones again and again. */
const plans = new Map<string, PatternPlan | undefined>();

/** Plans how to match texts with a pattern, as JSON Schema reads it; `undefined` where it is no regular expression. */
export function planText(pattern: string): PatternPlan | undefined {
  if (plans.has(pattern)) return plans.get(pattern);
  const usable = unicodePattern(pattern);
  const plan = usable === undefined ? undefined : planPattern(usable);
  plans.set(pattern, plan);
  return plan;
}

/** Follows all ways through a program at once (Thompson's algorithm); it does not look ahead or behind. */
function simulated(program: PatternProgram, characters: readonly string[]): boolean | undefined {
  if (program.some((one) => typeof one === "object" && one !== null && "look" in one))
    return undefined;
  let current = new Set<number>();
  for (let place = 0; place <= characters.length; place += 1) {
    // A set is gone through in the order of adding, what is added on the way included.
    const next = new Set<number>();
    for (const index of current.add(0)) {
      const instruction = program[index] ?? null;
      if (instruction === null) return true;
      if (Array.isArray(instruction))
        for (const target of instruction as readonly number[]) current.add(target);
      else if (isAssertion(instruction)) {
        if (holds(instruction, characters, place)) current.add(index + 1);
      } else if (takes(instruction, characters[place])) next.add(index + 1);
    }
    current = next;
  }
  return false;
}

const isAssertion = (instruction: PatternInstruction): boolean =>
  ["^", "$", "\\b", "\\B"].includes(String(instruction));

function holds(
  assertion: PatternInstruction,
  characters: readonly string[],
  place: number,
): boolean {
  if (assertion === "^") return place === 0;
  if (assertion === "$") return place === characters.length;
  const [before, after] = [characters[place - 1], characters[place]].map((one = "") =>
    /^\w$/.test(one),
  );
  return (before !== after) === (assertion === "\\b");
}

function takes(instruction: PatternInstruction, character: string | undefined): boolean {
  if (character === undefined) return false;
  if (typeof instruction === "number") return character.codePointAt(0) === instruction;
  return new RegExp(`^${String(instruction)}$`, "u").test(character);
}

/**
 * Code for a pattern that is not shown to be matched in linear time.
 *
 * @param maker the name of the runtime's `slowPattern`
 */
export function slowPatternCode(maker: string, { pattern, longest, program }: PatternPlan): string {
  const parts = [pattern, longest, ...(program === undefined ? [] : [program])];
  return `${maker}(${parts.map((part) => literal(part)).join(", ")})`;
}
