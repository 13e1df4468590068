import { isObject, toPointer, type JsonObject } from "../../json/json.ts";
import { planPattern, type PatternPlan } from "../../patterns/pattern-plan.ts";
import type { Warn } from "./check-fields.ts";
import { isTooLarge, readPattern } from "../../patterns/pattern.ts";

/** Warns about patterns of a schema that cannot be checked, or only in strings of limited length. */
export function checkPatterns(node: JsonObject, warn: Warn): void {
  const { pattern, patternProperties } = node;
  if (typeof pattern === "string") checkPattern(pattern, "/pattern", warn);
  if (!isObject(patternProperties)) return;
  for (const name of Object.keys(patternProperties))
    checkPattern(name, toPointer(["patternProperties", name]), warn);
}

function checkPattern(pattern: string, below: string, warn: Warn): void {
  if (isTooLarge(pattern)) {
    warn(
      "pattern-ignored",
      `pattern ${shown(pattern)} is too large, so it is not checked`,
      "write a shorter one, with fewer levels of parentheses and fewer properties of Unicode",
      below,
    );
    return;
  }
  const read = readPattern(pattern);
  if (read === undefined) {
    warn(
      "pattern-ignored",
      `pattern ${shown(pattern)} is not a regular expression, so it is not checked`,
      "write an ECMAScript regular expression (ECMA-262, section 22.2.1)",
      below,
    );
    return;
  }
  if (read.isLegacy)
    warn(
      "pattern-legacy",
      `pattern ${shown(pattern)} is valid only without ECMAScript's u flag; it is used as ${shown(read.text)}`,
      "write it so that it is valid with the flag, as JSON Schema recommends (core, section 6.4)",
      below,
      below === "/pattern" ? { meant: { below, value: read.text } } : {},
    );
  const plan = planPattern(read.text);
  if (!plan.isLinear) warn("pattern-slow", costOf(plan), wayOut(plan), below);
}

function costOf({ pattern, longest, program }: PatternPlan): string {
  if (longest < 0)
    return `pattern ${shown(pattern)} may take unlimited time, so every string is refused`;
  const way = program === undefined ? "is tried" : "is checked step by step, which takes longer,";
  return `pattern ${shown(pattern)} may take more than linear time: it ${way} in strings of up to ${longest} characters, and longer ones are refused`;
}

function wayOut({ program }: PatternPlan): string {
  const rewritten =
    "start with ^, and do not put a repetition next to or inside another one of the same characters";
  return program === undefined
    ? `${rewritten}, and use no backreference; or limit the string with maxLength`
    : `${rewritten}; or limit the string with maxLength`;
}

/** Returns a pattern for a message, shortened if it is very long. */
function shown(pattern: string): string {
  return JSON.stringify(pattern.length > 200 ? `${pattern.slice(0, 200)}…` : pattern);
}
