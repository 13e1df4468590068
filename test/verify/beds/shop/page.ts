import type { Query } from "./check.ts";

export interface PageOf<Item> {
  page: number;
  pageSize: number;
  total: number;
  items: Item[];
}

export interface PageRequest {
  page: number;
  pageSize: number;
}

export function pageRequest(query: Query, largestSize = 100): PageRequest {
  return {
    page: query.integer("page", 1, 1_000_000) ?? 1,
    pageSize: query.integer("pageSize", 1, largestSize) ?? 20,
  };
}

export function pageOf<Item>(all: readonly Item[], request: PageRequest): PageOf<Item> {
  const start = (request.page - 1) * request.pageSize;
  return { ...request, total: all.length, items: all.slice(start, start + request.pageSize) };
}
