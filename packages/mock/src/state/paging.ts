import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { PaginationDescriptor } from "@openapi-packages/runtime";
import type { StateOperation } from "../description.ts";
import type { OperationPlan } from "./plan.ts";

/** Values of the answer beside the items, by JSON pointer; `undefined` if there is none. */
export type PageMetadata = readonly (readonly [pointer: string, value: unknown])[];

export type ListPlan = OperationPlan<Extract<StateOperation, { kind: "list" }>>;

/** Returns the pagination of a list: as declared, else by its parameters and members. */
export function paginationOf({ operation, state }: ListPlan): PaginationDescriptor | undefined {
  return operation.pagination ?? state.pages;
}

/** The names of counts beside a list. */
const countNames = {
  totalCount: ["total_count", "totalCount", "total"],
  count: ["count"],
  hasMore: ["has_more", "hasMore"],
} as const;

/** Returns the counts beside a list that is returned as a whole, by JSON pointer. */
export function countsBeside({ success: { body } }: ListPlan, count: number): PageMetadata {
  if (!isObject(body)) return [];
  return [
    ...metadataAt(body, countNames.totalCount, count),
    ...metadataAt(body, countNames.count, count),
    ...metadataAt(body, countNames.hasMore, false),
  ];
}

function metadataAt(body: JsonObject, names: readonly string[], value: unknown): PageMetadata {
  for (const place of ["", "meta", "pagination", "paging"]) {
    const inner = place === "" ? body : getMember(body, place);
    if (!isObject(inner)) continue;
    const member = names.find((one) => getMember(inner, one) !== undefined);
    if (member !== undefined) return [[place === "" ? `/${member}` : `/${place}/${member}`, value]];
  }
  return [];
}
