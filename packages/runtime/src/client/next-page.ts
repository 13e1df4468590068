import { resolvePointer } from "../json-pointer.ts";
import { getMember } from "../members.ts";
import type { PaginationDescriptor } from "../operation.ts";
import type { ClientOperation } from "./operation.ts";
import { PaginationError } from "./pagination-error.ts";

/** What is needed to find the next page: the current one's items, and the query that requested it. */
export interface CurrentPage {
  readonly query: object | undefined;
  readonly body: unknown;
  readonly items: readonly unknown[];
  /** The number of items on all pages before it. */
  readonly received: number;
  /** The number of items on the previous page; 0 for the first. */
  readonly size: number;
}

/** The query parameter that requests a page. */
export interface NextPage {
  readonly parameter: string;
  readonly value: string | number | bigint;
}

/**
 * Returns the query parameter that requests the next page, or `undefined` after the last.
 *
 * @throws {PaginationError} when the page contradicts the declared pagination.
 */
export function nextPage(
  operation: ClientOperation,
  pagination: Exclude<PaginationDescriptor, { style: "link" }>,
  current: CurrentPage,
): NextPage | undefined {
  if (pagination.style === "cursor") return nextCursor(operation, pagination, current);
  if (current.items.length === 0 || hasAll(pagination, current)) return undefined;
  const step =
    pagination.style === "page"
      ? stepPage(operation, pagination, current)
      : stepOffset(operation, pagination, current);
  if (step === undefined) return undefined;
  if (!(step.next > step.current)) {
    const reason = `the next page (${step.next}) is not behind the current one (${step.current})`;
    throw new PaginationError(operation, reason);
  }
  return { parameter: step.parameter, value: step.next };
}

/** True if the total that the page reports has been received. */
export function hasAll(
  { response }: PaginationDescriptor,
  { body, items, received }: Omit<CurrentPage, "query" | "size">,
): boolean {
  const totalCount = numberAt(body, response.totalCount) ?? 0;
  // Services that do not count report 0 or less.
  return totalCount > 0 && received + items.length >= totalCount;
}

/** True if the answer itself locates the next page: by a cursor, a link, a page number, or a total. */
export function isLeading({ style, response }: PaginationDescriptor, body: unknown): boolean {
  const by: Partial<Record<string, string>> = response;
  return (
    style === "cursor" ||
    style === "link" ||
    [by.totalCount, by.nextPage, by.pageCount, by.nextOffset].some(
      (pointer) => Number(numberAt(body, pointer)) > 0,
    )
  );
}

function nextCursor(
  operation: ClientOperation,
  pagination: Extract<PaginationDescriptor, { style: "cursor" }>,
  current: CurrentPage,
): NextPage | undefined {
  const { request, response } = pagination;
  const { query, body, items } = current;
  const { hasMore, nextCursor: inBody, itemCursor } = response;
  const more = hasMore === undefined ? undefined : resolvePointer(body, hasMore);
  if (more === false || (more !== true && hasAll(pagination, current))) return undefined;
  const cursor =
    inBody === undefined
      ? resolvePointer(items.at(-1), itemCursor ?? "")
      : resolvePointer(body, inBody);
  const isText =
    typeof cursor === "string" || typeof cursor === "number" || typeof cursor === "bigint";
  if (isText && cursor !== "") {
    if (cursor !== getMember(query, request.cursor))
      return { parameter: request.cursor, value: cursor };
    // Some services repeat the current cursor on the last page.
    if (more !== true) return undefined;
    throw new PaginationError(operation, `the next page's cursor is that of this page, ${cursor}`);
  }
  const isNone = !isText && cursor !== undefined && cursor !== null;
  if (more === true || isNone)
    throw new PaginationError(operation, `there is no cursor at ${inBody ?? itemCursor}`);
  return undefined;
}

interface Step {
  readonly parameter: string;
  readonly current: number;
  readonly next: number;
}

function stepPage(
  operation: ClientOperation,
  { request, response }: Extract<PaginationDescriptor, { style: "page" }>,
  { query, body }: CurrentPage,
): Step | undefined {
  const current = numberAt(body, response.page) ?? startOf(operation, request.page, query) ?? 1;
  const pageCount = numberAt(body, response.pageCount);
  if (pageCount !== undefined && current >= pageCount) return undefined;
  const pageSize = numberAt(body, response.pageSize);
  const totalCount = numberAt(body, response.totalCount);
  if (pageSize && totalCount && current * pageSize >= totalCount) return undefined;
  const next = response.nextPage === undefined ? current + 1 : numberAt(body, response.nextPage);
  return next === undefined ? undefined : { parameter: request.page, current, next };
}

function stepOffset(
  operation: ClientOperation,
  { request, response }: Extract<PaginationDescriptor, { style: "offset" }>,
  { query, body, items, size }: CurrentPage,
): Step | undefined {
  const current = numberAt(body, response.offset) ?? startOf(operation, request.offset, query) ?? 0;
  const behind = current + items.length;
  const totalCount = numberAt(body, response.totalCount);
  const isCounted = totalCount !== undefined && totalCount > 0;
  if (isCounted && behind >= totalCount) return undefined;
  // Without a total, a page that is not full is the last. The size of a full page is the limit that the
  // service reports, or the size of the previous page: the service may have lowered the requested limit.
  const full = numberAt(body, response.limit) ?? size;
  if (!isCounted && response.nextOffset === undefined && items.length < full) return undefined;
  const next = response.nextOffset === undefined ? behind : numberAt(body, response.nextOffset);
  return next === undefined ? undefined : { parameter: request.offset, current, next };
}

/** Returns the start that a query asks for, or the parameter's default. */
function startOf({ parameters }: ClientOperation, name: string, query: object | undefined) {
  const described = parameters?.find((one) => one.in === "query" && one.name === name);
  return toNumber(getMember(query, name) ?? described?.default);
}

function numberAt(body: unknown, pointer: string | undefined): number | undefined {
  return pointer === undefined ? undefined : toNumber(resolvePointer(body, pointer));
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && value.trim() !== "" ? Number(value) : undefined;
}
