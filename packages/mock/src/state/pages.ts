import { resolvePointer } from "@openapi-packages/runtime";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { PaginationDescriptor } from "@openapi-packages/runtime";
import { fromBase64, toBase64 } from "./base64.ts";
import { countsBeside, paginationOf } from "./paging.ts";
import type { ListPlan, PageMetadata } from "./paging.ts";
import { textOf } from "./record.ts";
import type { MockRecord } from "./record.ts";
import { badQuery } from "./refusals.ts";

/** The default page size. */
const defaultSize = 20;

/** A page of a list. */
export interface Page {
  readonly records: readonly MockRecord[];
  readonly metadata: PageMetadata;
  /** The `Link` header (RFC 8288). */
  readonly link?: string;
}

type Query = JsonObject | undefined;
type Style<Name extends PaginationDescriptor["style"]> = Extract<
  PaginationDescriptor,
  { style: Name }
>;

/**
 * Returns the page of a list that a query asks for.
 *
 * @param url the address of the request, whose query is used for links to other pages.
 * @throws {RequestFailure} 400 for an invalid page.
 */
export function pageOf(
  plan: ListPlan,
  records: readonly MockRecord[],
  query: Query,
  url: string,
): Page {
  const pagination = paginationOf(plan);
  switch (pagination?.style) {
    case undefined:
      return { records, metadata: countsBeside(plan, records.length) };
    case "page":
      return numberedPage(plan, pagination, records, query);
    case "offset":
      return partFrom(plan, pagination, records, query);
    case "cursor":
      return pageBehind(plan, pagination, records, query);
    case "link":
      return linkedPage(plan, pagination, records, query, url);
  }
}

function numberedPage(
  plan: ListPlan,
  { request, response }: Style<"page">,
  records: readonly MockRecord[],
  query: Query,
): Page {
  const { firstPage = 1 } = plan.state;
  const page = wholeIn(query, request.page, firstPage, firstPage);
  const size = wholeIn(
    query,
    request.pageSize,
    1,
    numberAt(plan, response.pageSize) ?? defaultSize,
  );
  const count = Math.ceil(records.length / size);
  const last = count + firstPage - 1;
  const hasPrevious = page > firstPage && page <= last + 1;
  const metadata = metadataFor(plan, [
    [response.page, page],
    [response.pageSize, size],
    [response.pageCount, count],
    [response.totalCount, records.length],
    [response.nextPage, page < last ? page + 1 : undefined],
    [response.previousPage, hasPrevious ? page - 1 : undefined],
  ]);
  const start = (page - firstPage) * size;
  return { records: records.slice(start, start + size), metadata };
}

function partFrom(
  plan: ListPlan,
  { request, response }: Style<"offset">,
  records: readonly MockRecord[],
  query: Query,
): Page {
  const offset = wholeIn(query, request.offset, 0, 0);
  const limit = wholeIn(query, request.limit, 1, numberAt(plan, response.limit) ?? defaultSize);
  const part = records.slice(offset, offset + limit);
  const next = offset + part.length;
  // Without a total, a link to the next offset must mark the end.
  const isShown = response.totalCount !== undefined || next < records.length;
  const metadata = metadataFor(plan, [
    [response.offset, offset],
    [response.limit, limit],
    [response.count, part.length],
    [response.totalCount, records.length],
    [response.nextOffset, isShown ? next : undefined],
  ]);
  return { records: part, metadata };
}

function pageBehind(
  plan: ListPlan,
  { request, response }: Style<"cursor">,
  records: readonly MockRecord[],
  query: Query,
): Page {
  const { hasMore, itemCursor, nextCursor, totalCount } = response;
  const cursor = getMember(query, request.cursor);
  const limit = wholeIn(query, request.limit, 1, defaultSize);
  const isFirst = cursor === undefined || cursor === null || cursor === "";
  const start = isFirst ? 0 : startBehind(records, textOf(cursor), nextCursor, itemCursor);
  if (start === undefined)
    throw badQuery(request.cursor, "must be the cursor of an item of this list");
  const part = records.slice(start, start + limit);
  const end = start + part.length;
  const last = part.at(-1);
  const isMore = end < records.length;
  const isNumber = numberAt(plan, nextCursor) !== undefined;
  const next =
    isMore && last !== undefined ? (isNumber ? end : cursorOf(end, last.key)) : undefined;
  const metadata = metadataFor(plan, [
    [nextCursor, next],
    [hasMore, isMore],
    [totalCount, records.length],
  ]);
  return { records: part, metadata: [...metadata, ...endsOf(plan, part, itemCursor)] };
}

/** Returns the cursors of the first and last item, if the answer has members for them. */
function endsOf(
  { success }: ListPlan,
  part: readonly MockRecord[],
  itemCursor: string | undefined,
): PageMetadata {
  const { body } = success;
  if (itemCursor === undefined || !isObject(body)) return [];
  const ends = [["first_id", part[0]] as const, ["last_id", part.at(-1)] as const];
  return ends
    .filter(([member]) => Object.hasOwn(body, member))
    .map(([member, record]) => [`/${member}`, record && resolvePointer(record.value, itemCursor)]);
}

/** Encodes a cursor: the key of the last item and its index, in case the item is removed. */
function cursorOf(index: number, key: string): string {
  return toBase64(new TextEncoder().encode(`${index} ${key}`));
}

function startBehind(
  records: readonly MockRecord[],
  cursor: string,
  nextCursor: string | undefined,
  itemCursor: string | undefined,
): number | undefined {
  if (nextCursor === undefined) {
    const index = records.findIndex(
      ({ value }) => String(resolvePointer(value, itemCursor ?? "")) === cursor,
    );
    return index < 0 ? undefined : index + 1;
  }
  if (/^\d+$/.test(cursor)) return Number(cursor);
  const bytes = fromBase64(cursor);
  const [, place, key] = /^(\d+) (.*)$/s.exec(bytes ? new TextDecoder().decode(bytes) : "") ?? [];
  if (place === undefined) return undefined;
  const index = records.findIndex((record) => record.key === key);
  return index < 0 ? Number(place) : index + 1;
}

function linkedPage(
  plan: ListPlan,
  { request = {}, response }: Style<"link">,
  records: readonly MockRecord[],
  query: Query,
  url: string,
): Page {
  const { firstPage = 1 } = plan.state;
  const page = wholeIn(query, request.page, firstPage, firstPage);
  const size = wholeIn(query, request.pageSize, 1, defaultSize);
  const last = Math.ceil(records.length / size) + firstPage - 1;
  const to = (number: number, relation: string): string => {
    const parameters = new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? "");
    parameters.set(request.page ?? "page", String(number));
    return `<?${parameters.toString()}>; rel="${relation}"`;
  };
  const links = [
    ...(page > firstPage && page <= last + 1 ? [to(page - 1, "prev")] : []),
    ...(page < last ? [to(page + 1, "next"), to(last, "last")] : []),
    ...(page > firstPage ? [to(firstPage, "first")] : []),
  ];
  const start = (page - firstPage) * size;
  const part = records.slice(start, start + size);
  const metadata = metadataFor(plan, [[response.totalCount, records.length]]);
  return { records: part, metadata, ...(links.length > 0 && { link: links.join(", ") }) };
}

/** Parses a whole number of a query, which may be text, or a float as in `4.0`. */
function wholeIn(query: Query, name: string | undefined, least: number, fallback: number): number {
  const given = name === undefined ? undefined : getMember(query, name);
  if (name === undefined || given === undefined || given === null) return fallback;
  const number = /^\d+(\.0+)?$/.test(String(given)) ? Number(given) : NaN;
  if (Number.isSafeInteger(number) && number >= least) return number;
  throw badQuery(
    name,
    least === 0 ? "must be a whole number" : `must be a whole number from ${least}`,
  );
}

function numberAt(plan: ListPlan, pointer: string | undefined): number | undefined {
  const value = pointer === undefined ? undefined : plan.placeAt(pointer).example;
  if (typeof value === "number") return value;
  return typeof value === "string" && /^\d+$/.test(value) ? Number(value) : undefined;
}

/** Returns the metadata for which the answer has a member. Numbers are converted to the type of the example. */
function metadataFor(
  plan: ListPlan,
  metadata: readonly (readonly [pointer: string | undefined, value: unknown])[],
): PageMetadata {
  return metadata.flatMap(([pointer, value]) => {
    if (pointer === undefined) return [];
    const isText = typeof plan.placeAt(pointer).example === "string";
    return [[pointer, isText && typeof value === "number" ? String(value) : value] as const];
  });
}
