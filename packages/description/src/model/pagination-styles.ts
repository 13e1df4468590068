import type { Pagination } from "./api-model.ts";

/** The roles of each pagination style, as in the runtime's `PaginationDescriptor`. */
export const paginationStyles = {
  page: {
    required: ["page"],
    request: ["page", "pageSize"],
    response: ["items", "page", "pageSize", "pageCount", "totalCount", "nextPage", "previousPage"],
  },
  offset: {
    required: ["offset"],
    request: ["offset", "limit"],
    response: ["items", "offset", "limit", "count", "nextOffset", "totalCount"],
  },
  cursor: {
    required: ["cursor"],
    request: ["cursor", "limit"],
    response: ["items", "nextCursor", "hasMore", "itemCursor", "totalCount"],
  },
  link: {
    required: [],
    request: ["page", "pageSize"],
    response: ["items", "totalCount"],
  },
} as const satisfies Record<Pagination["style"], Record<string, readonly string[]>>;
