import { integerQuery, type Call } from "./requests.ts";
import { faulty } from "./faults.ts";

export interface PageRequest {
  readonly page: number;
  readonly perPage: number;
}

export const pageQuery = (call: Call): PageRequest => ({
  page: integerQuery(call, "page", 1, 10_000) ?? 1,
  perPage: integerQuery(call, "perPage", 1, 50) ?? 10,
});

/** One page of records, as it is answered. */
export function pageOf<Item>(items: readonly Item[], { page, perPage }: PageRequest) {
  const total = items.length;
  const pages = Math.ceil(total / perPage);
  const last = faulty("pages-one-too-many") ? Math.floor(total / perPage) + 1 : pages;
  return {
    items: items.slice((page - 1) * perPage, page * perPage),
    page,
    perPage,
    total,
    nextPage: page < last ? page + 1 : null,
  };
}

/** Compares texts by their code points, which is the order of their bytes in UTF-8. */
export const compareTexts = (one: string, other: string): number =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));
