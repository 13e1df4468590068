import { describe, expect, it } from "vitest";
import {
  slowPattern,
  toIssues,
  validator,
  type Check,
  type ValidationErrors,
} from "../src/validation/index.ts";
import { mostSteps } from "../src/validation/slow-pattern.ts";

/** `\s+$`, as the generator writes it. */
const trailing = slowPattern("\\s+$", 1000, ["\\s", [0, 2], "$", null]);

const backward = slowPattern("^(.+)\\1$", 20);

function refusals(check: Check, value: unknown): [pointer: string, message: string][] {
  const validate = validator(check);
  validate(value);
  return toIssues("body", validate.errors).map(({ pointer, message }) => [pointer, message]);
}

describe("a slow pattern", () => {
  it.each([
    ["a ", true],
    ["a", false],
    [" a", false],
    [`${" ".repeat(998)}a`, false],
    [" ".repeat(1000), true],
  ])("finds what the pattern matches: %j", (text, isMatch) => {
    expect(trailing.test(text)).toBe(isMatch);
  });

  it("takes as many steps as the text is long, for each of its own", () => {
    const errors: ValidationErrors = [];
    trailing.test(`${" ".repeat(999)}a`, errors);
    expect(errors.steps).toBeLessThanOrEqual(4 * 1001);
  });

  it.each([
    ["with a program", trailing, " ".repeat(1001)],
    ["without one", backward, "a".repeat(21)],
  ])("refuses a text that is too long, %s", (_how, pattern, text) => {
    const found = refusals((value, path, errors) => {
      pattern.test(String(value), errors, `${path}/name`);
    }, text);
    expect(found).toEqual([
      [
        "/name",
        expect.stringMatching(
          /^is too long for pattern ".*", which is checked in texts of (1000|20) characters/,
        ),
      ],
    ]);
  });

  it("refuses a text that is too long where an alternative would remove the error", () => {
    const check: Check = (value, path, errors) => {
      const before = errors.length;
      if (trailing.test(String(value), errors, path))
        errors.push({ instancePath: path, keyword: "not" });
      errors.length = before;
    };
    expect(refusals(check, "a")).toEqual([]);
    expect(refusals(check, "a".repeat(1001))).toHaveLength(1);
  });

  it.each([
    ["with a program", trailing, " ".repeat(900)],
    ["without one", backward, "a".repeat(19)],
  ])("refuses many texts that take too many steps together, %s", (_how, pattern, text) => {
    const errors: ValidationErrors = [];
    let tested = 0;
    while (errors.unchecked === undefined && tested < 100_000) {
      pattern.test(text, errors, "/0");
      tested += 1;
    }
    expect(tested).toBeGreaterThan(1000);
    expect(errors.unchecked).toMatchObject({ instancePath: "/0", keyword: "pattern" });
    const steps = errors.steps ?? 0;
    pattern.test(text, errors, "/1");
    expect(errors.steps).toBe(steps);
    expect(steps).toBeLessThan(mostSteps + 10_000);
  });
});
