import { array, assert, constantFrom, letrec, oneof, property, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePattern } from "../../src/patterns/parse-pattern.ts";
import { readPattern } from "../../src/patterns/pattern.ts";
import { matchesPattern, planPattern } from "../../src/patterns/pattern-plan.ts";
import { slowPattern, type ValidationErrors } from "../../../runtime/src/validation/index.ts";
import { backtrackingSteps } from "./backtracking-steps.ts";

/** The steps for a text of a few characters after which a matcher is taken for one that does not end. */
const most = 400_000;

/** Parts that multiply: optional ones in counted repetitions, overlapping alternatives, references back. */
const nasty = letrec<{ part: string }>((tie) => ({
  part: oneof(
    { maxDepth: 3 },
    constantFrom("a", "b", "[ab]", "a?", "b*", ".", "\\w", "", "\\1", "^", "$", "\\b"),
    tuple(tie("part"), tie("part")).map((parts) => parts.join("")),
    tuple(tie("part"), tie("part")).map(([one, other]) => `(${one}|${other})`),
    tuple(
      tie("part"),
      constantFrom("*", "+", "?", "{2}", "{0,3}", "{6}", "{2,}", "{1,5}", "*?", "+?", "??"),
    ).map(([part, repetition]) => `(${part})${repetition}`),
    tuple(constantFrom("?=", "?!", "?<=", "?<!"), tie("part")).map(
      ([look, part]) => `(${look}${part})`,
    ),
  ),
})).part.map((part) => `(a|b)?${part}`);

const texts = array(
  array(constantFrom("a", "b", "c"), { maxLength: 8 }).map((characters) => characters.join("")),
  { minLength: 1, maxLength: 2 },
);

/**
 * True if texts are left to a `RegExp` only where that takes a bounded number of steps for each place of the pattern:
 * so many for each character, or so many for all of a short text.
 */
function isBounded(pattern: string, given: readonly string[]): boolean {
  const node = parsePattern(pattern);
  const { isLinear, longestNative } = planPattern(pattern);
  if (node === undefined) return true;
  return given.every((text) => {
    if (!isLinear && text.length > longestNative) return true;
    const limit = sizeOf(pattern) * (isLinear ? 64 * (text.length + 1) : 2000);
    return backtrackingSteps(node, text, Math.min(most, limit)) < Math.min(most, limit);
  });
}

/** The places of a pattern, repetitions written out. */
function sizeOf(pattern: string): number {
  const counts = Array.from(pattern.matchAll(/\{(?:\d+,)?(\d+)/g), ([, count]) => Number(count));
  return (pattern.length + 1) * counts.reduce((product, count) => product * Math.max(1, count), 1);
}

describe("no text is short enough to be tried without a limit", () => {
  it.each([
    ["^((a?){30}){30}$", "a".repeat(8) + "b"],
    ["^((a?){30}){30}$", "aaab"],
    ["^(a?){200}\\1c$", "aaaaaaab"],
    ["^(a?){200}\\1c$", "aab"],
    ["^((a?){40}){40}\\1c$", "aaab"],
    ["^(?:(?:a?){50}){50}(?<=(?:(?:a?){50}){50}b)$", "aaaa"],
    ["^(?i:(a?){30}){30}$", "aaaab"],
    ["^(?m:^(a?){30}){30}$", "aaaab"],
    ["^(|){40}x$", ""],
    ["(((a{0,100}){0,100}){0,100})x$", "aaaaaaaa"],
  ])("%s with %j", (pattern, text) => {
    const plan = planPattern(pattern);
    expect(isBounded(pattern, [text])).toBe(true);
    expect([false, undefined]).toContain(matchesPattern(plan, text));
    const errors: ValidationErrors = [];
    slowPattern(pattern, plan.longest, plan.program).test(text, errors);
    expect(errors.steps ?? 0).toBeLessThan(2 ** 22);
  });

  it("which holds for patterns by chance", () => {
    assert(
      property(nasty, texts, (pattern, given) => {
        expect([pattern, given, isBounded(pattern, given)]).toEqual([pattern, given, true]);
      }),
      { numRuns: 400 },
    );
  });
});

describe("a pattern that nothing is shown of", () => {
  it("refuses all texts, and says so", () => {
    const { longest, program } = planPattern("^(?m:^(a?){30}){30}$");
    const errors: ValidationErrors = [];
    slowPattern("x", longest, program).test("a", errors, "/a");
    expect(errors.unchecked).toMatchObject({ instancePath: "/a", keyword: "pattern" });
    expect(errors.unchecked?.message).toContain("checked in none");
  });
});

describe("a pattern that takes long to be read is not read", () => {
  it.each([
    ["characters", "a".repeat(30_000)],
    ["levels", `${"(".repeat(5000)}a${")".repeat(5000)}`],
    ["levels of repetitions", `${"(?:".repeat(300)}a${"){2,3}".repeat(300)}`],
    ["properties of Unicode", "[\\p{L}\\p{N}]".repeat(5000)],
  ])("for its %s", (_what, pattern) => {
    expect(readPattern(pattern)).toBeUndefined();
  });

  it("but brackets are no levels, nor is what is escaped", () => {
    expect(readPattern(`${"[(]".repeat(400)}${"\\(".repeat(400)}`)).toBeDefined();
  });
});

describe("counted repetitions of counted repetitions", () => {
  it.each([
    "((a{100}){100}){100}",
    "^(((a{9}){9}){9}){9}$",
    `${"(".repeat(40)}a${"){3}".repeat(40)}`,
  ])("%s are not written out beyond a limit", (pattern) => {
    const { program = [] } = planPattern(pattern);
    expect(program.length).toBeLessThanOrEqual(10_000);
  });
});
