import type { FilterDescriptor } from "@openapi-packages/mock/description";
import { getMember } from "@openapi-packages/runtime/internals";
import type { Json, JsonObject } from "@openapi-packages/description";
import { plainName } from "@openapi-packages/compiler/mock/state/words";
import {
  asParameter,
  ignoresCase,
  parameterOf,
  shownValue,
  valuesIn,
  type ListPlace,
} from "./list-place.ts";
import { nullFault, nullPlace, type NullPlace } from "./null-order.ts";
import { isOutOfOrder, type Comparison, type Direction } from "./order-of-values.ts";
import { rankFault, ranksOf, type Ranks } from "./ranks.ts";
import { saidComparison } from "./said-comparison.ts";
import { tieFault, tieOrder, type TieOrder } from "./ties.ts";

/** The most sorted lists that are read of one operation. */
const mostSorts = 6;

/** The last words of members that measure what a parameter calls by its first ones: `price` sorts by `price_cents`. */
const unitWords =
  "cents pence minor amount value bytes kb mb ms seconds minutes hours days kg grams cm mm km sqm percent".split(
    " ",
  );

/** A query that sorts a list. */
export interface SortTest {
  readonly query: { readonly [parameter: string]: Json };
  readonly member: string;
  /** Default: either. */
  readonly direction: Direction | undefined;
  /** How its texts are compared. Default: any. */
  readonly comparison?: Comparison | undefined;
  /** Which of its values come first, where it has a few texts. */
  readonly ranks?: Ranks | undefined;
  /** The order of items that it does not tell apart. Default: any. */
  readonly ties?: TieOrder | undefined;
  /** The end at which items without the member stand. Default: either, or between others. */
  readonly nulls?: NullPlace | undefined;
}

/** A documented value of a parameter that sorts: `-price`, `price:desc`, `price_desc`, `desc`. */
interface Order {
  readonly parameter: string;
  readonly value: Json;
  /** The plain name of the member; `undefined` for a direction alone. */
  readonly name: string | undefined;
  readonly direction: Direction | undefined;
}

/** Returns the documented ways to sort a list, of members that its items have. */
export function sortTests(
  place: ListPlace,
  filters: readonly FilterDescriptor[],
  items: readonly JsonObject[],
): SortTest[] {
  const orders = filters
    .filter(({ test }) => test === "sort")
    .flatMap((one) => ordersOf(place, one));
  const directions = orders.filter(({ name }) => name === undefined);
  const members = new Map(
    items.flatMap((item) => Object.keys(item)).map((name) => [plainName(name), name]),
  );
  const tests = orders.flatMap((order): SortTest[] => {
    const { name, parameter, value, direction } = order;
    const measured = unitWords.map((unit) => `${name}_${unit}`);
    const member = [name, `${name}_at`, `${name}_on`, `${name}_date`, ...measured]
      .map((one) => members.get(one ?? ""))
      .find((one) => one !== undefined);
    if (name === undefined || member === undefined) return [];
    const query = { [parameter]: value };
    const described = filters.find((one) => one.parameter === parameter);
    const own = described && parameterOf(place, described);
    const comparison = ignoresCase(own) ? "without case" : saidComparison(place, member);
    const ranks = ranksOf(place, member, own);
    const nulls = own && nullPlace(own, member, String(value).replace(/^-/, ""));
    const others = directions.filter((one) => one.parameter !== parameter);
    if (direction !== undefined || others.length === 0)
      return [
        {
          query,
          member,
          direction: direction ?? impliedBy(order, orders),
          comparison,
          ranks,
          nulls,
        },
      ];
    return others.map((one) => ({
      query: { ...query, [one.parameter]: one.value },
      member,
      direction: one.direction,
      comparison,
      ranks,
      nulls,
    }));
  });
  const ties = tests.length === 0 ? undefined : tieOrder(place, items);
  return tests.slice(0, mostSorts).map((test) => ({ ...test, ties }));
}

/** Returns the direction of a value without one: ascending, if the same with a minus sorts the other way. */
const impliedBy = ({ name }: Order, orders: readonly Order[]): Direction | undefined =>
  orders.some(
    (one) => one.name === name && one.direction === "desc" && String(one.value).startsWith("-"),
  )
    ? "asc"
    : undefined;

function ordersOf(place: ListPlace, filter: FilterDescriptor): Order[] {
  const described = parameterOf(place, filter);
  const { parameter } = filter;
  if (described === undefined) return [];
  const { example, schema } = described;
  const listed = valuesIn(place, schema.json) ?? [schema.annotations["default"], example];
  return listed.flatMap((one): Order[] => {
    const value = typeof one === "string" ? asParameter(place, described, one) : undefined;
    if (value === undefined) return [];
    const [, sign = "", text = "", end] =
      /^([-+]?)(.*?)(?:[\s:.,_-]+(asc|desc)(?:ending)?)?$/i.exec(String(one)) ?? [];
    const alone = /^(asc|desc)(?:ending)?$/i.exec(text)?.[1];
    const said = (alone ?? end)?.toLowerCase() as Direction | undefined;
    const signed = ({ "-": "desc", "+": "asc" } as const)[sign];
    const name = alone === undefined ? plainName(text) : undefined;
    return [{ parameter, value, name, direction: said ?? signed }];
  });
}

/** Returns why a list is not sorted as a query asks; `undefined` if it is, as far as its order can be told. */
export function sortFault(
  {
    member,
    direction,
    text,
    comparison,
    ranks,
    ties,
    nulls,
  }: Omit<SortTest, "query"> & {
    readonly text: string;
  },
  items: readonly JsonObject[],
): string | undefined {
  const values = items
    .map((item) => getMember(item, member))
    .filter((value) => value !== undefined && value !== null);
  // What was stored although its type is another one has no order.
  if (new Set(values.map((value) => typeof value)).size > 1) return undefined;
  const unranked = ranks && rankFault(ranks, member, values, direction);
  if (unranked !== undefined) return `${text} ${unranked}`;
  const first = ranks ? undefined : outOfOrder(values, direction ?? "asc", comparison);
  if (first === undefined) {
    const other =
      (nulls && nullFault(nulls, member, items)) ?? (ties && tieFault(ties, member, items));
    return other && `${text} ${other}`;
  }
  if (direction !== undefined)
    return `${text} gives ${member} ${shownValue(values[first - 1])} before ${shownValue(values[first])}`;
  const other = outOfOrder(values, "desc", comparison);
  if (other === undefined) return undefined;
  const last = Math.max(first, other);
  const different = values.filter((value, index) => index <= last && value !== values[index - 1]);
  return `${text} is sorted neither way: ${member} is ${different.slice(-5).map(shownValue).join(", ")}`;
}

/** The query of a sorted list, for messages. */
export const sortText = ({ query }: Pick<SortTest, "query">): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join("&");

/** Returns the first place whose value certainly comes before the one in front of it. */
function outOfOrder(
  values: readonly unknown[],
  direction: Direction,
  comparison: Comparison | undefined,
): number | undefined {
  const found = values.findIndex(
    (value, index) => index > 0 && isOutOfOrder(values[index - 1], value, direction, comparison),
  );
  return found < 0 ? undefined : found;
}
