import { resolvePointer, type PaginationDescriptor } from "@openapi-packages/runtime";
import { getMember } from "@openapi-packages/runtime/internals";
import {
  ApiError,
  callPages,
  describedOperation,
  PaginationError,
  type CallInput,
} from "@openapi-packages/runtime/client";
import { pageParameterNames } from "@openapi-packages/description/model/undeclared-pages";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import { saysMore } from "../../../model/page-size.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { headerOf, type WireRequest, type WireResponse } from "../../../wire/wire-request.ts";
import { sendingCore } from "../../../wire/write-request.ts";
import { listPages, type ListPages } from "./list-pages.ts";

/** The pages of a list that were read. */
export interface Walk {
  readonly pages: readonly (readonly unknown[])[];
  readonly items: readonly unknown[];
  readonly exchanges: readonly Exchange[];
  /** True if the last page was reached. */
  readonly isWhole: boolean;
  /** Why the pages contradict how they are asked for; `undefined` if they do not. */
  readonly fault: string | undefined;
}

/**
 * Follows the pages of a list as the client does. A list of which only a part can be asked for is read by one
 * request.
 *
 * @param most the most pages to read
 */
export async function walkList(
  probe: Probe,
  operation: VerifiedOperation,
  input: CallInput,
  most: number,
): Promise<Walk> {
  const pages = listPages(probe.api, operation);
  return pages?.isFollowed === true
    ? walkPages(probe, operation, pages, input, most)
    : readOnce(probe, operation, pages, input);
}

async function readOnce(
  probe: Probe,
  operation: VerifiedOperation,
  pages: ListPages | undefined,
  input: CallInput,
): Promise<Walk> {
  const state = probe.api.description.mock.state?.operations[operation.id];
  const exchange = await probe.call(operation, input);
  const place = state?.at === undefined ? undefined : resolvePointer(exchange.value, state.at);
  const items: unknown[] = Array.isArray(place) ? place : [];
  const isList = exchange.response?.status === 200 && Array.isArray(place);
  const isPart =
    pages === undefined
      ? mayBePart(operation, exchange)
      : !isShorterThanAsked(pages, input, items) || saysMore(exchange);
  const isWhole = isList && !isPart;
  return { pages: [items], items, exchanges: [exchange], isWhole, fault: undefined };
}

/** True if something of an operation or its answer speaks of pages. */
const mayBePart = ({ model }: VerifiedOperation, { response }: Exchange): boolean =>
  model.hasUndeclaredPages ||
  model.parameters.some(
    ({ in: location, name }) => location === "query" && pageParameterNames.test(name),
  ) ||
  headerOf(response?.headers ?? [], "link") !== undefined;

/** True if there are fewer items than were asked for, or than there are on a page by default. */
function isShorterThanAsked(
  { size }: ListPages,
  { query }: CallInput,
  items: readonly unknown[],
): boolean {
  const asked = size === undefined ? undefined : (getMember(query, size.name) ?? size.default);
  return typeof asked === "number" && items.length < asked;
}

async function walkPages(
  probe: Probe,
  operation: VerifiedOperation,
  list: ListPages,
  input: CallInput,
  most: number,
): Promise<Walk> {
  const { pagination } = list;
  const exchanges: Exchange[] = [];
  const pages: unknown[][] = [];
  const { api } = probe.api.description.mock;
  const core = sendingCore(api, probe.options.credentials ?? {}, async (request) => {
    const exchange = await probe.send(operation, belowBase(probe, operation, request));
    exchanges.push(exchange);
    return withReadableIntegers(exchange);
  });
  let isWhole = true;
  let fault: string | undefined;
  try {
    const paged = describedOperation({ ...operation.mock.operation, pagination });
    const call = callPages(core, paged, withFirst(list, input));
    for await (const page of call.pages()) {
      const items = resolvePointer(page, pagination.response.items);
      pages.push(Array.isArray(items) ? items : []);
      isWhole = pages.length < most;
      if (!isWhole || leadsByAddress(pagination, page)) break;
    }
  } catch (error) {
    isWhole = false;
    if (error instanceof PaginationError) fault = error.message;
    // Other errors are reported as problems of their exchange.
    else if (!(error instanceof ApiError) && exchanges.length === 0) throw error;
    if (pagination.style === "link" && error instanceof ApiError)
      reportRefusedLink(probe, operation, exchanges);
  }
  const isKnown = tellsFirst(list, input) || isShorterThanAsked(list, input, pages[0] ?? []);
  const isFollowed = !leadsByAddress(pagination, exchanges.at(-1)?.value);
  return {
    pages,
    items: pages.flat(),
    exchanges,
    isWhole: isWhole && isFollowed && (isKnown || pages.length === 1),
    fault,
  };
}

/** Reports a link to the next page that the service refuses although it has given it. */
function reportRefusedLink(
  probe: Probe,
  operation: VerifiedOperation,
  exchanges: readonly Exchange[],
): void {
  const [before, last] = exchanges.slice(-2);
  const { status = 0 } = last?.response ?? {};
  if (before === undefined || last === undefined || ![400, 404, 422].includes(status)) return;
  const [first] = exchanges;
  const pathOf = ({ request }: Exchange): string | undefined => request.target.split("?")[0];
  // Links may name the path below which the service is published.
  if (pathOf(before) !== pathOf(last)) return;
  const queryOf = ({ request }: Exchange): URLSearchParams =>
    new URLSearchParams(request.target.split("?")[1]);
  const followed = queryOf(last);
  const lost = [...queryOf(first ?? before).keys()].filter((name) => !followed.has(name));
  const without = lost.length === 0 ? "" : `, which lacks \`${[...new Set(lost)].join("`, `")}\``;
  const message = `answers ${status} to its own link to the next page${without}`;
  const { pointer } = operation.model;
  probe.report({ check: "pages", message, pointer }, operation, exchanges);
}

/** Returns a request without the path below which the service has all operations, which the link to a page names, too. */
function belowBase(
  { basePath }: Probe,
  { model }: VerifiedOperation,
  request: WireRequest,
): WireRequest {
  const isNamed =
    request.target.startsWith(`${basePath}/`) && !model.path.startsWith(`${basePath}/`);
  return isNamed ? { ...request, target: request.target.slice(basePath.length) } : request;
}

/** Returns an answer whose integers the client reads without loss: it refuses those that no double holds. */
function withReadableIntegers({ response, value }: Exchange): WireResponse | undefined {
  if (response === undefined || typeof value !== "object") return response;
  const isJson = /[/+]json\b/.test(headerOf(response.headers, "content-type") ?? "");
  return isJson ? { ...response, body: Buffer.from(JSON.stringify(value)) } : response;
}

/** True if it is known how pages are counted: by the description, or since the input asks for a page by its number. */
const tellsFirst = ({ first, pagination: { request } }: ListPages, { query }: CallInput): boolean =>
  first !== "unknown" ||
  (request !== undefined && "page" in request && getMember(query, request.page) !== undefined);

/** Asks for the first page by its number, if the description counts from another one than the client. */
function withFirst({ pagination, first }: ListPages, input: CallInput): CallInput {
  if (pagination.style !== "page" || typeof first !== "number") return input;
  return { ...input, query: { [pagination.request.page]: first, ...input.query } };
}

/** True if what looks like a cursor in a description is the address of the next page. */
function leadsByAddress({ style, response }: PaginationDescriptor, body: unknown): boolean {
  const next = style === "cursor" && response.nextCursor !== undefined;
  return next && /^(https?:\/|[/?])/.test(String(resolvePointer(body, response.nextCursor ?? "")));
}
