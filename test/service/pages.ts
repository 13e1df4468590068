import type { Pagination } from "@genai-app/contract";
import type { Fail } from "@openapi-packages/runtime/server";
import { badQuery } from "./refusals.ts";

type FailQuery = Fail<ReturnType<typeof badQuery>>;

const defaultSize = 20;
const largestSize = 100;

/**
 * A page of a list, with where it stands.
 *
 * @throws by `fail` what is no page
 */
export function pageOf<Item>(
  items: readonly Item[],
  query: { readonly page?: number; readonly page_size?: number } = {},
  fail: FailQuery,
): { readonly items: Item[]; readonly pagination: Pagination } {
  const { page = 1, page_size: size = defaultSize } = query;
  if (!isWhole(page, 1)) throw fail(badQuery("page", "must be a whole number from 1"));
  if (!isWhole(size, 1) || size > largestSize)
    throw fail(badQuery("page_size", `must be a whole number from 1 to ${largestSize}`));
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
 * A part of a list by how many items come before it; both numbers are written as text.
 *
 * @throws by `fail` what is no part
 */
export function partOf<Item>(
  items: readonly Item[],
  query: { readonly offset?: string; readonly limit?: string } = {},
  fail: FailQuery,
) {
  const offset = numberOf(query.offset ?? "0");
  const limit = numberOf(query.limit ?? "50");
  if (!isWhole(offset, 0)) throw fail(badQuery("offset", "must be a whole number"));
  if (!isWhole(limit, 1)) throw fail(badQuery("limit", "must be a whole number from 1"));
  const part = items.slice(offset, offset + limit);
  return {
    items: part,
    place: {
      count: part.length,
      limit,
      offset,
      next_offset: offset + part.length,
      total_count: items.length,
    },
  };
}

const numberOf = (text: string): number => (/^\d+$/.test(text) ? Number(text) : NaN);

const isWhole = (value: number, least: number): boolean =>
  Number.isSafeInteger(value) && value >= least;
