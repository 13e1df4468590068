import { literal } from "../escape.ts";
import type { PatternPlan } from "../pattern-plan.ts";

/**
 * Code for a pattern that is not shown to be matched in linear time.
 *
 * @param maker the name of the runtime's `slowPattern`
 */
export function slowPatternCode(maker: string, { pattern, longest, program }: PatternPlan): string {
  const parts = [pattern, longest, ...(program === undefined ? [] : [program])];
  return `${maker}(${parts.map((part) => literal(part)).join(", ")})`;
}
