import { listed, type SchemaDifference, type CreateDifference } from "./schema-difference.ts";

/** Compares checks such as patterns, where all apply at once and no two can be compared by what they allow. */
export function compareChecks(
  base: ReadonlySet<string | number>,
  head: ReadonlySet<string | number>,
  keyword: string,
  difference: CreateDifference,
): SchemaDifference[] {
  const added = [...head].filter((one) => !base.has(one)).map(String);
  const removed = [...base].filter((one) => !head.has(one)).map(String);
  if (added.length === 0 && removed.length === 0) return [];
  if (added.length === 0)
    return [difference("bound-loosened", `has no ${keyword} ${listed(removed)} any more`)];
  if (removed.length === 0)
    return [difference("bound-tightened", `has ${keyword} ${listed(added)} now`)];
  return [
    difference("pattern-changed", `has ${keyword} ${listed(added)} instead of ${listed(removed)}`),
  ];
}
