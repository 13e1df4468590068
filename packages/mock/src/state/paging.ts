import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { OperationDescriptor, PaginationDescriptor } from "@openapi-packages/runtime";
import type { StateOperation } from "../description.ts";
import type { OperationPlan } from "./plan.ts";

/** Values of the answer beside the items, by JSON pointer; `undefined` if there is none. */
export type PageMetadata = readonly (readonly [pointer: string, value: unknown])[];

export type ListPlan = OperationPlan<Extract<StateOperation, { kind: "list" }>>;

const guessed = new WeakMap<OperationPlan, PaginationDescriptor | undefined>();

/** Returns the pagination of a list: as declared, else guessed by the names of its query parameters. */
export function paginationOf(plan: ListPlan): PaginationDescriptor | undefined {
  const { pagination } = plan.operation;
  if (pagination !== undefined) return pagination;
  if (!guessed.has(plan)) guessed.set(plan, guess(plan));
  return guessed.get(plan);
}

const pageNames = ["page", "page_number", "pageNumber"];
const sizeNames = ["per_page", "page_size", "pageSize", "perPage", "limit", "size"];
const offsetNames = ["offset", "skip"];
const afterNames = ["starting_after", "after"];
const cursorNames = ["cursor", "page_token", "pageToken"];

function guess({ operation, state, store, success }: ListPlan): PaginationDescriptor | undefined {
  const taken = new Set((state.filters ?? []).map(({ parameter }) => parameter));
  const parameters = (operation.parameters ?? []).filter((one) => one.in === "query");
  const names = new Set(parameters.map(({ name }) => name).filter((name) => !taken.has(name)));
  const named = (all: readonly string[]): string | undefined => all.find((one) => names.has(one));
  const body = isObject(success.body) ? success.body : {};
  const items = state.at ?? "";
  const page = named(pageNames);
  const size = named(sizeNames);
  const { key } = store.descriptor;
  if (hasLinks(operation)) {
    const request = { ...(page && { page }), ...(size && { pageSize: size }) };
    return { style: "link", request, response: { items } };
  }
  const after = named(afterNames);
  const limit = size === undefined ? {} : { limit: size };
  if (after !== undefined && key !== undefined) {
    const response = { items, itemCursor: `/${key}`, ...pointers(body, ["hasMore"]) };
    return { style: "cursor", request: { cursor: after, ...limit }, response };
  }
  const cursor = named(cursorNames);
  const next = pointers(body, ["nextCursor"]);
  if (cursor !== undefined && "nextCursor" in next) {
    const response = { items, ...next, ...pointers(body, ["hasMore", "totalCount"]) };
    return { style: "cursor", request: { cursor, ...limit }, response };
  }
  if (page !== undefined) {
    const response = { items, ...pointers(body, ["page", "pageSize", "pageCount", "totalCount"]) };
    return { style: "page", request: { page, ...(size && { pageSize: size }) }, response };
  }
  const offset = named(offsetNames);
  if (offset === undefined && size === undefined) return undefined;
  const response = { items, ...pointers(body, ["offset", "limit", "totalCount"]) };
  return { style: "offset", request: { offset: offset ?? "", ...limit }, response };
}

/** The names of members beside the list. */
const memberNames = {
  page: ["page", "page_number", "pageNumber"],
  pageSize: ["per_page", "page_size", "pageSize", "perPage"],
  pageCount: ["total_pages", "totalPages", "page_count", "pageCount"],
  totalCount: ["total_count", "totalCount", "total"],
  offset: ["offset"],
  limit: ["limit"],
  count: ["count"],
  hasMore: ["has_more", "hasMore"],
  nextCursor: ["next_cursor", "nextCursor", "next_page_token", "nextPageToken"],
} as const;

function pointers<Name extends keyof typeof memberNames>(
  body: JsonObject,
  names: readonly Name[],
): { [One in Name]?: string } {
  const found: { [One in Name]?: string } = {};
  for (const name of names) {
    for (const place of ["", "meta", "pagination", "paging"]) {
      const inner = place === "" ? body : getMember(body, place);
      if (!isObject(inner)) continue;
      const member = memberNames[name].find((one) => getMember(inner, one) !== undefined);
      if (member === undefined) continue;
      found[name] = place === "" ? `/${member}` : `/${place}/${member}`;
      break;
    }
  }
  return found;
}

/** Returns the counts beside a list that is returned as a whole, by JSON pointer. */
export function countsBeside({ success: { body } }: ListPlan, count: number): PageMetadata {
  if (!isObject(body)) return [];
  const { totalCount, count: own, hasMore } = pointers(body, ["totalCount", "count", "hasMore"]);
  const counts: readonly (readonly [string | undefined, unknown])[] = [
    [totalCount, count],
    [own, count],
    [hasMore, false],
  ];
  return counts.flatMap(([pointer, value]) => (pointer === undefined ? [] : [[pointer, value]]));
}

function hasLinks({ responses }: OperationDescriptor): boolean {
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"));
  return success?.[1].headers?.some(({ name }) => name.toLowerCase() === "link") === true;
}
