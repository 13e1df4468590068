import type { ValidatorError } from "../operation.ts";
import type { ValidationErrors } from "./checks.ts";
import { patternSteps, type PatternProgram } from "./pattern-code.ts";
import { PatternMatch } from "./pattern-match.ts";

/** The maximum number of steps for all slow patterns of one validation. Beyond it texts are refused. */
export const mostSteps = 2 ** 22;

/**
 * The steps that a text without a program counts as. The generator only allows lengths that take no longer.
 */
const nativeSteps = 2000;

/** A pattern for which `RegExp` may take more than linear time. */
export interface SlowPattern {
  /**
   * Returns whether the pattern matches somewhere in the text. It returns true for a text that is too long
   * to check, and makes the whole value invalid.
   *
   * @param errors the errors of the validated value
   * @param path the place of the text
   */
  test(text: string, errors?: ValidationErrors, path?: string): boolean;
}

/**
 * Creates a pattern that is matched in linear time: by a program that never repeats a step or, without one,
 * only in texts for which `RegExp` provably takes a few thousand steps.
 *
 * @param longest the maximum length of a matched text, in UTF-16 code units; -1 if no text is matched
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
