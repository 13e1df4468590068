import type { FilterDescriptor } from "@openapi-packages/mock/description";
import type { Json, JsonObject, Parameter } from "@openapi-packages/description";
import { ownValues } from "./equality.ts";
import type { FilterTest } from "./filter-test.ts";
import { asParameter, type ListPlace } from "./list-place.ts";

/** How several values of a filter are meant. */
type Reading = "any" | "all";

/**
 * Tests a filter by two values at once: items with neither are excluded, and those with both are there. An item that
 * has one of them is there if the values are of a member that has one value, or the parameter's description says that
 * any will do; it is not if the description says that all are needed.
 */
export function severalTests(
  place: ListPlace,
  filter: FilterDescriptor,
  described: Parameter,
  items: readonly JsonObject[],
): FilterTest[] {
  const { member = "", parameter, separator } = filter;
  const pair = pairOf(items, member);
  if (pair === undefined) return [];
  const asked =
    separator === undefined ? asList(place, described, pair) : pair.map(String).join(separator);
  const value = asked === undefined ? undefined : asParameter(place, described, asked);
  if (value === undefined || (separator === undefined && !Array.isArray(value))) return [];
  const reading = readingOf(filter, described, items);
  const has = (item: JsonObject): number | undefined => {
    const own = ownValues(item, member)?.map(String);
    return own && pair.filter((one) => own.includes(String(one))).length;
  };
  const least = reading === "all" ? 2 : 1;
  const certain = reading === "any" ? 1 : 2;
  return [
    {
      parameter,
      value,
      member,
      excludes: (item) => (has(item) ?? least) < least,
      includes: (item) => (has(item) ?? 0) >= certain,
    },
  ];
}

function readingOf(
  { member = "", needsAll }: FilterDescriptor,
  { description = "" }: Parameter,
  items: readonly JsonObject[],
): Reading | undefined {
  if (needsAll === true) return "all";
  const isOne = !items.some((item) => Array.isArray(item[member]));
  return isOne || /\b(?:any|one|some|either)(?: one)? of\b/i.test(description) ? "any" : undefined;
}

/** Returns two values, by which most can be told: items with both, and items with one. */
function pairOf(items: readonly JsonObject[], member: string): readonly [Json, Json] | undefined {
  const lists = items.flatMap((item) => {
    const own = ownValues(item, member)?.filter((one) => one !== "");
    return own === undefined || own.length === 0 ? [] : [[...new Set(own)]];
  });
  const values = [...new Set(lists.flat())].slice(0, mostValues);
  const pairs = values.flatMap((one, index) =>
    values.slice(index + 1).map((other): readonly [Json, Json] => [one, other]),
  );
  const worth = ([one, other]: readonly [Json, Json]): number => {
    const hits = lists.map((own) => Number(own.includes(one)) + Number(own.includes(other)));
    return [0, 1, 2].filter((count) => hits.includes(count)).length;
  };
  const [best] = pairs.toSorted((one, other) => worth(other) - worth(one));
  return best;
}

/** The most values of which pairs are formed. */
const mostValues = 12;

/** Returns values as a list that a parameter takes; `undefined` if it takes one value. */
function asList(
  { api }: ListPlace,
  { schema }: Parameter,
  values: readonly Json[],
): Json | undefined {
  return [values, values.map(String)].find((one) => api.description.holds(schema.json, one));
}
