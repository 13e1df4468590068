import type { ValidatorError } from "../operation.ts";
import type { ValidationErrors } from "./checks.ts";
import { patternSteps, type PatternProgram } from "./pattern-code.ts";
import { PatternMatch } from "./pattern-match.ts";

/** The steps that are taken for all slow patterns of one validation, after which texts are refused. */
export const mostSteps = 2 ** 22;

/** What a text counts that is matched without a program; the generator allows as many as take no longer. */
const nativeSteps = 2000;

/** A pattern that a `RegExp` may take more than linear time for. */
export interface SlowPattern {
  /**
   * Tells whether a text has a place that the pattern matches. It is true for a text that is too long
   * to find out, which makes the whole value invalid.
   *
   * @param errors those of the value that the text is in
   * @param path the place of the text
   */
  test(text: string, errors?: ValidationErrors, path?: string): boolean;
}

/**
 * Makes a pattern that is matched in time linear in the text: by a program that never goes the same
 * way twice, or, without one, in texts that a `RegExp` is shown to match in a few thousand steps.
 *
 * @param longest the length, in UTF-16 code units, of the longest text that is matched; -1 where none is
 */
export function slowPattern(
  pattern: string,
  longest: number,
  program?: PatternProgram,
): SlowPattern {
  const expression = program === undefined ? new RegExp(pattern, "u") : undefined;
  const steps = program === undefined ? [] : patternSteps(program);
  return {
    test(text, errors = [], path = "") {
      const left = mostSteps - (errors.steps ?? 0);
      if (text.length > longest || left <= 0 || errors.unchecked !== undefined) {
        errors.unchecked ??= tooLong(pattern, longest, path);
        return true;
      }
      if (expression !== undefined) {
        errors.steps = (errors.steps ?? 0) + nativeSteps;
        return expression.test(text);
      }
      const match = new PatternMatch(steps, text, left);
      const isFound = match.find();
      errors.steps = (errors.steps ?? 0) + match.count;
      if (isFound === undefined) errors.unchecked = tooLong(pattern, longest, path);
      return isFound !== false;
    },
  };
}

function tooLong(pattern: string, longest: number, instancePath: string): ValidatorError {
  const limit = longest < 0 ? "none" : `texts of ${longest} characters in all`;
  const message = `is too long for pattern "${pattern}", which is checked in ${limit}`;
  return { instancePath, keyword: "pattern", message };
}
