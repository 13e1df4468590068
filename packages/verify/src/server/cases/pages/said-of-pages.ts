import { resolvePointer } from "@openapi-packages/runtime";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import { canonicalText, toPointer } from "@openapi-packages/description";
import { plainName } from "@openapi-packages/compiler/mock/state/words";
import type { Exchange } from "../../../wire/exchange.ts";
import { headerOf } from "../../../wire/wire-request.ts";
import type { ListPages } from "./list-pages.ts";
import { nextLinkFault } from "./next-link.ts";
import type { Walk } from "./walk.ts";

/** What is expected of pages. */
export interface ExpectedPages {
  /** All items, from another walk. */
  readonly all: readonly unknown[];
  /** The member that identifies items. Default: the whole item. */
  readonly key: string | undefined;
  /** The requested size. */
  readonly size: number | undefined;
}

/** Returns what a page says wrongly of itself: that it is another one than was asked for. */
export function placeFault(list: ListPages, { exchanges }: Walk): string | undefined {
  return exchanges
    .map(({ value, request }) =>
      echoFault(list, new URL(request.target, "http://localhost").searchParams, value),
    )
    .find((fault) => fault !== undefined);
}

/** Returns what pages say wrongly of the list: how many items and pages there are, whether more follow. */
export function countFault(
  list: ListPages,
  walk: Walk,
  expected: ExpectedPages,
): string | undefined {
  const { all, key, size } = expected;
  if (!walk.isWhole && size === undefined) return undefined;
  const order = new Map(all.map((item, index) => [idIn(item, key), index]));
  let left = all.length;
  for (const [index, exchange] of walk.exchanges.entries()) {
    const { value } = exchange;
    const last = walk.pages[index]?.at(-1);
    const place = last === undefined ? undefined : order.get(idIn(last, key));
    // What is left out is not what follows.
    left = place === undefined ? left : all.length - 1 - place;
    const fault =
      totalFault(list, expected, value) ??
      headerTotalFault(exchange, all.length, size) ??
      moreFault(value, left) ??
      nextPageFault(list, value, left) ??
      (list.endsWithoutLink ? nextLinkFault(exchange, left) : undefined);
    if (fault !== undefined) return fault;
  }
  return sumFault(walk, size) ?? pageSumFault(walk, expected);
}

/** True for a number of a list as a whole, such as `totalAmount`. */
function isOfWholeList(name: string): boolean {
  const plain = plainName(name);
  return /^(?:total|sum|overall)(?:_|$)|_(?:total|sum)$/.test(plain) && !plain.includes("page");
}

/** A number of the list as a whole that is another one on another page of it. */
function sumFault({ exchanges }: Walk, size: number | undefined): string | undefined {
  const bodies = exchanges.flatMap(({ value }) => (isObject(value) ? [value] : []));
  const [first] = bodies;
  for (const [name, number] of Object.entries(first ?? {})) {
    if (typeof number !== "number" || !isOfWholeList(name)) continue;
    const other = bodies.map((body) => getMember(body, name)).find((one) => one !== number);
    if (typeof other === "number")
      return `says ${number} and ${other} at ${toPointer([name])} of two pages of one list${inPages(size)}`;
  }
  return undefined;
}

/** A sum of the list as a whole, such as `totalAmount`, that is the sum of the items of a page alone. */
function pageSumFault(
  { exchanges, pages }: Walk,
  { all, size }: ExpectedPages,
): string | undefined {
  const sumOf = (items: readonly unknown[], name: string): number =>
    items.reduce<number>((sum, item) => sum + Number(isObject(item) && getMember(item, name)), 0);
  for (const [index, { value }] of exchanges.entries()) {
    const page = pages[index] ?? [];
    const [item] = page;
    if (!isObject(value) || !isObject(item) || page.length === all.length) continue;
    for (const [name, said] of Object.entries(value)) {
      const words = plainName(name).split("_");
      const member = Object.keys(item).find(
        (one) => typeof item[one] === "number" && words.includes(plainName(one)),
      );
      if (member === undefined || !isOfWholeList(name)) continue;
      const [own, whole] = [sumOf(page, member), sumOf(all, member)];
      if (said === own && own !== whole && own !== 0)
        return `says ${said} at ${toPointer([name])}, which is the sum of the ${member} of one page; that of all ${all.length} items is ${whole}${inPages(size)}`;
    }
  }
  return undefined;
}

function echoFault(
  { pagination }: ListPages,
  asked: URLSearchParams,
  body: unknown,
): string | undefined {
  const request: Readonly<Record<string, string | undefined>> = pagination.request ?? {};
  const response: Readonly<Record<string, string | undefined>> = pagination.response;
  for (const role of ["page", "offset"]) {
    const name = request[role];
    const at = response[role];
    const wanted = name === undefined ? null : asked.get(name);
    const said = numberAt(body, at);
    if (wanted === null || said === undefined || Number(wanted) === said) continue;
    return `says ${said} at ${at} where ${name}=${wanted} was asked for`;
  }
  return undefined;
}

/** A wrong number of all items, or of all pages. Services that do not count say 0 or less. */
function totalFault(
  { pagination: { style, response } }: ListPages,
  { all, size }: ExpectedPages,
  body: unknown,
): string | undefined {
  const { totalCount } = response;
  const total = numberAt(body, totalCount) ?? 0;
  if (total > 0 && total !== all.length)
    return `says at ${totalCount} that there are ${total} items${inPages(size)}, and there are ${all.length}`;
  const pageCount = style === "page" ? response.pageCount : undefined;
  const { at, value: count } = pageCountIn(body, pageCount, totalCount);
  if (size === undefined || count <= 0 || count === Math.ceil(all.length / size)) return undefined;
  return `says at ${at} that there are ${count} pages of ${size}, and there are ${all.length} items`;
}

const pageCountNames = new Set(["pages", "total_pages", "page_count", "num_pages"]);

/** Returns the number of all pages: where it is known to be, or beside the number of all items by its name; 0 without one. */
function pageCountIn(
  body: unknown,
  known: string | undefined,
  totalCount: string | undefined,
): { readonly at: string; readonly value: number } {
  const above = totalCount?.split("/").slice(0, -1).join("/");
  const holder = above === undefined ? undefined : resolvePointer(body, above);
  const name = isObject(holder)
    ? Object.keys(holder).find((one) => pageCountNames.has(plainName(one)))
    : undefined;
  const at = known ?? (name === undefined ? "" : `${above}${toPointer([name])}`);
  return { at, value: (at === "" ? undefined : numberAt(body, at)) ?? 0 };
}

/** The names of headers that say how many items there are on all pages. */
const totalHeaders = new Set([
  "x_total_count",
  "x_total",
  "total_count",
  "x_pagination_total_count",
]);

/** Returns a described header that says how many items a list has, with its number; `undefined` without one. */
export function headerTotal({
  operation,
  response,
}: Exchange): { readonly name: string; readonly total: number } | undefined {
  const described = operation?.model.responses.find(({ status }) => status === "200");
  const name = described?.headers.find((one) => totalHeaders.has(plainName(one.name)))?.name;
  const text = name === undefined ? undefined : headerOf(response?.headers ?? [], name);
  return name !== undefined && text !== undefined && /^\d+$/.test(text)
    ? { name, total: Number(text) }
    : undefined;
}

/** A wrong number of all items in a header. Services that do not count say 0. */
function headerTotalFault(
  exchange: Exchange,
  count: number,
  size: number | undefined,
): string | undefined {
  const { name, total = 0 } = headerTotal(exchange) ?? {};
  return total === 0 || total === count
    ? undefined
    : `says in ${name} that there are ${total} items${inPages(size)}, and there are ${count}`;
}

/** Returns what identifies an item: its key, else the whole item. */
export function idIn(item: unknown, key: string | undefined): string {
  const own = key === undefined || !isObject(item) ? undefined : getMember(item, key);
  return own === undefined ? canonicalText(item) : String(own);
}

/** How pages were asked for. */
export const inPages = (size: number | undefined): string =>
  size === undefined ? "" : ` in pages of ${size}`;

const moreNames = ["has_more", "has_next", "has_next_page"];

/** A page that says that more follow, or that none do, where that is not so. */
function moreFault(body: unknown, left: number): string | undefined {
  const said = flagIn(body, moreNames, "");
  if (said === undefined || said.value === left > 0) return undefined;
  return said.value
    ? `says at ${said.at} that more items follow, and none does`
    : `says at ${said.at} that none follows, and ${left} more are there`;
}

/** A number of a next page where nothing follows, and the description says that there is none then. */
function nextPageFault(
  { endsWithoutCursor, pagination: { style, response } }: ListPages,
  body: unknown,
  left: number,
): string | undefined {
  if (!endsWithoutCursor || style !== "page" || left > 0) return undefined;
  const next = numberAt(body, response.nextPage);
  return next === undefined
    ? undefined
    : `says at ${response.nextPage} that page ${next} follows, and nothing does`;
}

/** Finds a boolean beside the items of a page by its names. */
function flagIn(
  body: unknown,
  names: readonly string[],
  above: string,
): { readonly at: string; readonly value: boolean } | undefined {
  if (!isObject(body)) return undefined;
  for (const [name, value] of Object.entries(body)) {
    const at = above + toPointer([name]);
    if (typeof value === "boolean" && names.includes(plainName(name))) return { at, value };
    const inner = flagIn(value, names, at);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function numberAt(body: unknown, pointer: string | undefined): number | undefined {
  const value = pointer === undefined ? undefined : resolvePointer(body, pointer);
  return typeof value === "number" ? value : undefined;
}
