import type { ValueCode } from "../change-kinds.ts";
import { listed, type SchemaDifference } from "./schema-difference.ts";

/** Makes a difference of the schemas that are compared. */
export type Tell = (code: ValueCode, message: string) => SchemaDifference;

/** Compares checks that hold all at once, and of which nobody knows what each allows. */
export function compareChecks(
  base: ReadonlySet<string | number>,
  head: ReadonlySet<string | number>,
  keyword: string,
  told: Tell,
): SchemaDifference[] {
  const added = [...head].filter((one) => !base.has(one)).map(String);
  const removed = [...base].filter((one) => !head.has(one)).map(String);
  if (added.length === 0 && removed.length === 0) return [];
  if (added.length === 0)
    return [told("bound-loosened", `has no ${keyword} ${listed(removed)} any more`)];
  if (removed.length === 0) return [told("bound-tightened", `has ${keyword} ${listed(added)} now`)];
  return [told("pattern-changed", `has ${keyword} ${listed(added)} instead of ${listed(removed)}`)];
}
