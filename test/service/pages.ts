import type { Pagination } from "@genai-app/contract";
import type { Fail } from "@openapi-packages/runtime/server";
import { badQuery } from "./error-responses.ts";

type FailQuery = Fail<ReturnType<typeof badQuery>>;

const defaultSize = 20;
const maxSize = 100;

/**
 * Returns a page of a list by its number, with its pagination.
 *
 * @throws by `fail` if the query is out of range
 */
export function pageOf<Item>(
  items: readonly Item[],
  query: { readonly page?: number; readonly page_size?: number } = {},
  fail: FailQuery,
): { readonly items: Item[]; readonly pagination: Pagination } {
  const { page = 1, page_size: size = defaultSize } = query;
  if (!isWhole(page, 1)) throw fail(badQuery("page", "must be a whole number from 1"));
  if (!isWhole(size, 1) || size > maxSize)
    throw fail(badQuery("page_size", `must be a whole number from 1 to ${maxSize}`));
  const count = Math.ceil(items.length / size);
  const start = (page - 1) * size;
  return {
    items: items.slice(start, start + size),
    pagination: {
      page_number: page,
      page_size: size,
      total_count: items.length,
      total_pages: count,
      ...(page < count ? { next_page: page + 1 } : {}),
      ...(page > 1 && page <= count + 1 ? { previous_page: page - 1 } : {}),
    },
  };
}

/**
 * Returns a page of a list by its offset, with its pagination; both numbers are strings.
 *
 * @throws by `fail` if the query is out of range
 */
export function offsetPageOf<Item>(
  items: readonly Item[],
  query: { readonly offset?: string; readonly limit?: string } = {},
  fail: FailQuery,
) {
  const offset = numberOf(query.offset ?? "0");
  const limit = numberOf(query.limit ?? "50");
  if (!isWhole(offset, 0)) throw fail(badQuery("offset", "must be a whole number"));
  if (!isWhole(limit, 1)) throw fail(badQuery("limit", "must be a whole number from 1"));
  const page = items.slice(offset, offset + limit);
  return {
    items: page,
    pagination: {
      count: page.length,
      limit,
      offset,
      next_offset: offset + page.length,
      total_count: items.length,
    },
  };
}

const numberOf = (text: string): number => (/^\d+$/.test(text) ? Number(text) : NaN);

const isWhole = (value: number, least: number): boolean =>
  Number.isSafeInteger(value) && value >= least;
