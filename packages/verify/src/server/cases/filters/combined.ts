import type { JsonObject } from "@openapi-packages/description";
import type { FilterTest } from "./filter-test.ts";

/**
 * Returns a test of two filters at once, each of which excludes what the other includes: of lists that only look at
 * one of them. `undefined` if there are no such filters.
 *
 * @param tests those of each filter
 */
export function combinedTest(
  tests: readonly (readonly FilterTest[])[],
  items: readonly JsonObject[],
): FilterTest | undefined {
  const telling = tests.map((own) => own.filter((one) => one.isOfAll !== true));
  for (const [index, own] of telling.entries())
    for (const one of own)
      for (const other of telling.slice(index + 1).flat()) {
        const isTold = (left: FilterTest, right: FilterTest): boolean =>
          items.some((item) => left.excludes(item) && right.includes(item));
        if (isTold(one, other) && isTold(other, one)) return bothOf(one, other);
      }
  return undefined;
}

const bothOf = (one: FilterTest, other: FilterTest): FilterTest => ({
  ...one,
  besides: { [other.parameter]: other.value },
  member: undefined,
  excludes: (item) => one.excludes(item) || other.excludes(item),
  includes: (item) => one.includes(item) && other.includes(item),
});
