import type { PatternInstruction, PatternProgram } from "@openapi-packages/runtime/validation";
import { parsePattern } from "./parse-pattern.ts";
import { unicodePattern } from "./pattern.ts";
import { patternProgram } from "./pattern-program.ts";
import { patternWork } from "./pattern-work.ts";
import { literal } from "../text/escape.ts";

/**
 * The most steps that the runtime takes for the patterns of one value; the same as its `mostSteps`.
 */
export const mostSteps = 2 ** 22;

/** The most steps that this process takes for one text. */
const mostOwnSteps = 2 ** 20;

/** How texts are matched against a pattern. */
export interface PatternPlan {
  readonly pattern: string;
  /**
   * True if a backtracking matcher such as `RegExp` provably takes time proportional to the text.
   */
  readonly isLinear: boolean;
  /**
   * The program to match with instead of `RegExp`; `undefined` if the pattern is linear or has no
   * program.
   */
  readonly program: PatternProgram | undefined;
  /** The longest text that is matched at all, in UTF-16 code units; -1 if none is. */
  readonly longest: number;
  /**
   * The longest text that `RegExp` provably matches in a few thousand steps; -1 if there is none.
   */
  readonly longestNative: number;
}

/** The plans of patterns: a description repeats most of them, and checks and validators plan each. */
const plans = new Map<string, PatternPlan>();

/**
 * Plans how to match texts against a pattern so that no text takes long.
 * @param pattern a pattern that is valid with the `u` flag
 */
export function planPattern(pattern: string): PatternPlan {
  const known = plans.get(pattern);
  if (known !== undefined) return known;
  const plan = newPlan(pattern);
  plans.set(pattern, plan);
  return plan;
}

function newPlan(pattern: string): PatternPlan {
  const node = parsePattern(pattern);
  if (node === undefined)
    return { pattern, isLinear: false, program: undefined, longest: -1, longestNative: -1 };
  const { isLinear, longest: longestNative } = patternWork(node);
  const program = isLinear ? undefined : patternProgram(node);
  const longest =
    program === undefined ? longestNative : Math.floor(mostSteps / program.length) - 1;
  return { pattern, isLinear, program, longest, longestNative };
}

/**
 * Returns whether a pattern matches somewhere in a text; `undefined` if finding out could take
 * long.
 */
export function matchesPattern(plan: PatternPlan, text: string): boolean | undefined {
  if (plan.isLinear || text.length <= plan.longestNative)
    return new RegExp(plan.pattern, "u").test(text);
  const { program } = plan;
  if (program === undefined || program.length * text.length > mostOwnSteps) return undefined;
  return simulated(program, Array.from(text));
}

/**
 * Returns whether a pattern of JSON Schema matches somewhere in a text; `undefined` if the pattern
 * is invalid, or finding out could take long.
 */
export function matchesText(pattern: string, text: string): boolean | undefined {
  const plan = planText(pattern);
  return plan === undefined ? undefined : matchesPattern(plan, text);
}

/** The plans of patterns as they are written, which are used again for every member name. */
const textPlans = new Map<string, PatternPlan | undefined>();

/** Plans how to match texts against a pattern of JSON Schema; `undefined` if it is invalid. */
export function planText(pattern: string): PatternPlan | undefined {
  if (textPlans.has(pattern)) return textPlans.get(pattern);
  const usable = unicodePattern(pattern);
  const plan = usable === undefined ? undefined : planPattern(usable);
  textPlans.set(pattern, plan);
  return plan;
}

/**
 * Follows all paths through a program at once (Thompson's algorithm). Programs with lookarounds are
 * not supported.
 */
function simulated(program: PatternProgram, characters: readonly string[]): boolean | undefined {
  if (program.some((one) => typeof one === "object" && one !== null && "look" in one))
    return undefined;
  let current = new Set<number>();
  for (let place = 0; place <= characters.length; place += 1) {
    // A set is iterated in insertion order, including elements that are added meanwhile.
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
 * Writes the code for a pattern that is not provably linear.
 * @param maker the name of the runtime's `slowPattern`
 */
export function slowPatternCode(maker: string, { pattern, longest, program }: PatternPlan): string {
  const parts = [pattern, longest, ...(program === undefined ? [] : [program])];
  return `${maker}(${parts.map((part) => literal(part)).join(", ")})`;
}
