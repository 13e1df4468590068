import type { Verdict } from "@openapi-packages/cli/explain/pages";
import type { Change, StabilityLevel } from "./change-types.ts";
import { isBelow } from "./stability.ts";

/** A change as it is judged for the callers of parts that are at least as stable as a level. */
export interface JudgedChange extends Change {
  /** Why it breaks no callers, although code that uses what changed may fail: what that was before. */
  readonly excused?: Exclude<StabilityLevel, "stable"> | "deprecated";
}

/**
 * Judges changes for callers who use nothing that is deprecated or less stable than a level. For them, what breaks other
 * callers is compatible. Verdicts of handlers stay, since a service has all of its operations.
 *
 * @param level the least stable parts that these callers use; without it, they use all
 */
export function judgedFor(
  changes: readonly Change[],
  level: StabilityLevel | undefined,
): readonly JudgedChange[] {
  if (level === undefined) return changes;
  return changes.map((change) => {
    const { verdicts } = change;
    const reason = reasonOf(change, level);
    const isBreak = verdicts.compile === "breaking" || verdicts.run === "breaking";
    if (reason === undefined || !isBreak) return change;
    const milder = (verdict: Verdict): Verdict => (verdict === "breaking" ? "compatible" : verdict);
    const { compile, run, handlers } = verdicts;
    return {
      ...change,
      verdicts: { compile: milder(compile), run: milder(run), handlers },
      excused: reason,
    };
  });
}

function reasonOf(
  { stability, wasDeprecated }: Change,
  level: StabilityLevel,
): JudgedChange["excused"] {
  if (stability !== undefined && isBelow(stability, level)) return stability;
  return wasDeprecated === true ? "deprecated" : undefined;
}
