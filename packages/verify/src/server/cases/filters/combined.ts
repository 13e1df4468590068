import type { JsonObject } from "@openapi-packages/description";
import type { FilterTest } from "./filter-test.ts";

/**
 * Returns a test of two filters at once, each of which excludes what the other includes: of lists that only look at
 * one of them, or at either. Where there are none, as where all items are in one state, it takes two tests.
 *
 * @param tests those of each filter
 * @returns none if no filter excludes what another one includes
 */
export function combinedTests(
  tests: readonly (readonly FilterTest[])[],
  items: readonly JsonObject[],
): FilterTest[] {
  const telling = tests.map((own) => own.filter((one) => one.isOfAll !== true));
  const isTold = (left: FilterTest, right: FilterTest): boolean =>
    items.some((item) => left.excludes(item) && right.includes(item));
  const halves: [FilterTest | undefined, FilterTest | undefined] = [undefined, undefined];
  for (const [index, own] of telling.entries())
    for (const one of own)
      for (const other of telling.slice(index + 1).flat()) {
        const [isFirst, isSecond] = [isTold(one, other), isTold(other, one)];
        if (isFirst && isSecond) return [bothOf(one, other)];
        if (isFirst) halves[0] ??= bothOf(one, other);
        if (isSecond) halves[1] ??= bothOf(one, other);
      }
  return halves.filter((one) => one !== undefined);
}

const bothOf = (one: FilterTest, other: FilterTest): FilterTest => ({
  ...one,
  besides: { [other.parameter]: other.value },
  member: undefined,
  excludes: (item) => one.excludes(item) || other.excludes(item),
  includes: (item) => one.includes(item) && other.includes(item),
});
