import type { FastifyReply, FastifyRequest } from "fastify";
import { faulty } from "./faults.ts";

export type PageQuery = { page?: string; perPage?: string };

export const defaultPageSize = 20;

export const pageMembers = {
  page: { type: "string", pattern: "^[1-9][0-9]{0,5}$" },
  perPage: { type: "string", pattern: "^([1-9][0-9]?|100)$" },
};

/** The address of another page of the same list. */
function addressOf(request: FastifyRequest, page: number, size: number): string {
  const [path = "", query = ""] = request.url.split("?");
  const parameters = new URLSearchParams(faulty("link-drops-filters") ? "" : query);
  parameters.set("page", String(page));
  parameters.set("perPage", String(size));
  return `${path}?${parameters.toString()}`;
}

function linksOf(request: FastifyRequest, page: number, size: number, total: number): string {
  const last = Math.max(1, Math.ceil(total / size));
  const pages: [string, number][] = [["first", 1]];
  if (page > 1) pages.push(["prev", Math.min(page - 1, last)]);
  if (page < last) pages.push(["next", page + 1]);
  pages.push(["last", last]);
  return pages
    .map(([relation, number]) => `<${addressOf(request, number, size)}>; rel="${relation}"`)
    .join(", ");
}

/** The items of the page that the query asks for, with the headers of the list. */
export function pageOf<T>(
  items: T[],
  request: FastifyRequest,
  reply: FastifyReply,
  choice: { start?: (page: number, size: number) => number; total?: number } = {},
): T[] {
  const query = request.query as PageQuery;
  const page = Number(query.page ?? 1);
  const size = Number(query.perPage ?? defaultPageSize);
  const total = choice.total ?? items.length;
  const start = choice.start?.(page, size) ?? (page - 1) * size;
  reply.header("X-Total-Count", String(total));
  reply.header("Link", linksOf(request, page, size, total));
  return items.slice(start, start + size);
}
