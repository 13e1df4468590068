import type { FilterDescriptor } from "@openapi-packages/mock/description";
import type { JsonObject } from "@openapi-packages/description";
import { boundTests } from "./bounds.ts";
import { equalityTests } from "./equality.ts";
import type { FilterTest } from "./filter-test.ts";
import { parameterOf, type ListPlace } from "./list-place.ts";
import { severalTests } from "./several-values.ts";
import { endTests, searchTests } from "./texts.ts";

/** Returns the tests of a filter, by the items of its list. */
export function filterTests(
  place: ListPlace,
  filter: FilterDescriptor,
  items: readonly JsonObject[],
): FilterTest[] {
  const described = parameterOf(place, filter);
  if (described === undefined) return [];
  const own = [place, filter, described, items] as const;
  switch (filter.test) {
    case "equals":
      return [...equalityTests(...own), ...severalTests(...own)];
    case "from":
    case "until":
      return boundTests(...own);
    case "prefix":
    case "suffix":
      return endTests(...own);
    case "search":
      return searchTests(...own);
    case "sort":
      return [];
  }
}
