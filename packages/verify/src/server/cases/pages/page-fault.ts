import { resolvePointer } from "@openapi-packages/runtime";
import type { CheckName } from "../../../check/checks.ts";
import type { ListPages } from "./list-pages.ts";
import { countFault, idIn, inPages, placeFault, type ExpectedPages } from "./said-of-pages.ts";
import type { Walk } from "./walk.ts";

/** An error in the pages of a list. */
export interface PageFault {
  readonly check: CheckName;
  readonly message: string;
}

/**
 * Returns the first error of pages: their size, repeated items, what they say of themselves, their end, missing
 * items.
 */
export function pageFault(
  list: ListPages,
  walk: Walk,
  expected: ExpectedPages,
): PageFault | undefined {
  const message = walk.fault ?? itemFault(list, walk, expected);
  return message === undefined ? undefined : { check: "pages", message };
}

function itemFault(list: ListPages, walk: Walk, expected: ExpectedPages): string | undefined {
  const { pages, items, isWhole } = walk;
  const { all, key, size } = expected;
  const asked = inPages(size);
  const large = size === undefined ? undefined : pages.find(({ length }) => length > size);
  if (large !== undefined) return `gives ${large.length} items${asked}`;
  const idOf = (item: unknown): string => idIn(item, key);
  const known = counted(all.map(idOf));
  const seen = counted(items.map(idOf));
  const often = (id: string): number => (key === undefined ? (known.get(id) ?? 1) : 1);
  const twice = [...seen].find(([id, count]) => known.has(id) && count > often(id));
  if (twice !== undefined)
    return `lists item ${name(twice[0])} ${twice[1] === 2 ? "twice" : `${twice[1]} times`}${asked}`;
  const place = placeFault(list, walk) ?? shortPage(list, walk, expected);
  if (place !== undefined) return place;
  const lost = [...known.keys()].find((id) => !seen.has(id));
  const leavesOut = lost === undefined ? undefined : `leaves out ${name(lost)}${asked}`;
  const last = items.at(-1);
  const isBetween = all.findLastIndex((item) => idOf(item) === idOf(last)) >= seen.size;
  if (list.isFollowed && isBetween && leavesOut !== undefined) return leavesOut;
  const count = countFault(list, walk, expected);
  if (count !== undefined || !list.isFollowed) return count;
  if (isWhole) return leavesOut ?? cursorAtEnd(list, walk);
  return size === undefined ? undefined : `does not end after ${pages.length} pages${asked}`;
}

/** A cursor on the last page, where the description says that it has none. Where that leads, the client does not ask. */
function cursorAtEnd(
  { endsWithoutCursor, pagination: { style, response } }: ListPages,
  { pages, exchanges }: Walk,
): string | undefined {
  if (!endsWithoutCursor || style !== "cursor" || response.nextCursor === undefined)
    return undefined;
  const isEmpty = pages.length > 1 && pages.at(-1)?.length === 0;
  const cursor = resolvePointer(exchanges.at(-1)?.value, response.nextCursor) ?? "";
  return isEmpty || cursor !== ""
    ? `has a cursor at ${response.nextCursor} on its last page, where nothing follows`
    : undefined;
}

/** The largest size for which a short page is an error: a service may have a lower bound of its own. */
const certainSize = 2;

/** A page that has room left although another one follows. A service may filter what is behind a cursor. */
function shortPage(
  { pagination: { style }, isFollowed }: ListPages,
  { pages }: Walk,
  { all, size = Number.POSITIVE_INFINITY }: ExpectedPages,
): string | undefined {
  if (size > certainSize || (style !== "page" && style !== "offset")) return undefined;
  const wanted = isFollowed ? size : Math.min(size, all.length);
  const last = isFollowed ? pages.findLastIndex(({ length }) => length > 0) : pages.length;
  const short = pages.slice(0, Math.max(0, last)).find(({ length }) => length < wanted);
  if (short === undefined) return undefined;
  const items = short.length === 1 ? "1 item" : `${short.length} items`;
  return `gives ${items} in a page of ${size}, and there are ${all.length}`;
}

function counted(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

const name = (id: string): string => (id.length > 60 ? `${id.slice(0, 60)}…` : id);
