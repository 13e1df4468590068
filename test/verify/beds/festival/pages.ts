import { badParameter } from "./problems.ts";
import { single, singleInteger } from "./requests.ts";

type SortValue = string | number;

/** How a list is sorted: by this value, equal ones by their identifiers. */
export interface Sorting<Item> {
  name: string;
  valueOf: (item: Item) => SortValue;
  idOf: (item: Item) => string;
  descending?: boolean;
  /** Whether equal values are one place for the cursor. */
  byValueOnly?: boolean;
  /** Whether a page begins with the place of the cursor. */
  inclusive?: boolean;
}

interface Place {
  value: SortValue;
  id: string;
}

export interface Page<View> {
  items: View[];
  total: number;
  nextCursor?: string;
}

const compare = (left: SortValue, right: SortValue): number =>
  left < right ? -1 : left > right ? 1 : 0;

function comparePlaces<Item>(left: Place, right: Place, sorting: Sorting<Item>): number {
  const direction = sorting.descending === true ? -1 : 1;
  return direction * compare(left.value, right.value) || compare(left.id, right.id);
}

function placeOf(text: string, name: string): Place {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    if (Array.isArray(read) && read.length === 3) {
      const [list, value, id] = read as unknown[];
      const fits = typeof value === "string" || typeof value === "number";
      if (list === name && fits && typeof id === "string") return { value, id };
    }
  } catch {
    throw badParameter("cursor", "is no cursor of this list");
  }
  throw badParameter("cursor", "is no cursor of this list");
}

/** The page of the list that the query asks for. */
export function pageOf<Item, View>(
  all: readonly Item[],
  query: URLSearchParams,
  sorting: Sorting<Item>,
  viewOf: (item: Item) => View,
): Page<View> {
  const limit = singleInteger(query, "limit", 1, 50) ?? 20;
  const cursor = single(query, "cursor");
  const after = cursor === undefined ? undefined : placeOf(cursor, sorting.name);
  const place = (item: Item): Place => ({ value: sorting.valueOf(item), id: sorting.idOf(item) });
  const sorted = all.toSorted((left, right) => comparePlaces(place(left), place(right), sorting));
  const follows = (item: Item, last: Place): boolean => {
    const own = place(item);
    if (sorting.byValueOnly === true && own.value === last.value) return false;
    const order = comparePlaces(own, last, sorting);
    return sorting.inclusive === true ? order >= 0 : order > 0;
  };
  const rest = after === undefined ? sorted : sorted.filter((item) => follows(item, after));
  const shown = rest.slice(0, limit);
  const page: Page<View> = { items: shown.map(viewOf), total: all.length };
  if (rest.length <= limit) return page;
  const last = place(shown.at(-1)!);
  const next = JSON.stringify([sorting.name, last.value, last.id]);
  return { ...page, nextCursor: Buffer.from(next).toString("base64url") };
}
