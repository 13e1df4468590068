import { describe, expect, it } from "vitest";
import { isTestAll } from "../../../../test/test-all.ts";
import { hostilePatterns, hostileText } from "../../../../test/bench/hostile-patterns.ts";
import { slowPattern, type ValidationErrors } from "../../../runtime/src/validation/index.ts";
import { mostSteps, planPattern } from "../../src/patterns/pattern-plan.ts";

const mebibyte = 2 ** 20;

it("there are sixty patterns", () => {
  expect(new Set(hostilePatterns.map(({ pattern }) => pattern)).size).toBe(60);
});

describe.each(hostilePatterns)("$pattern, which is $growth,", (hostile) => {
  const { pattern, growth } = hostile;
  const plan = planPattern(pattern);

  it("is known to be so", () => {
    expect(plan.isLinear).toBe(growth === "linear");
  });

  it.runIf(growth !== "linear")("takes a limited number of steps for a mebibyte of texts", () => {
    const { test } = slowPattern(pattern, plan.longest, plan.program);
    // `npm test` has a third of the lengths that are not refused for each pattern, and all with some.
    const checked = [12, 1000, plan.longest].filter(
      (_, at) => isTestAll || at === hostilePatterns.indexOf(hostile) % 3,
    );
    for (const length of [...checked, mebibyte]) {
      const text = hostileText(hostile, length);
      const errors: ValidationErrors = [];
      for (let left = mebibyte; left > 0 && errors.unchecked === undefined; left -= text.length)
        test(text, errors);
      expect(errors.steps ?? 0).toBeLessThan(mostSteps + 10_000);
      // Texts that are too long are refused; those that are not may be so many that they are.
      expect(text.length <= plan.longest || errors.unchecked !== undefined).toBe(true);
    }
  });
});
