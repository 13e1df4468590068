import { describe, expect, test } from "vitest";
import type { OperationDescriptor, PaginationDescriptor } from "../src/operation.ts";
import { callPages, clientOn, json } from "./client-harness.ts";
import * as fixture from "./fixture.ts";

const names = ["page", "page_size", "offset", "limit", "after"];

const listed = (pagination: PaginationDescriptor): OperationDescriptor => ({
  ...fixture.listBooks,
  parameters: names.map((name) => ({ name, in: "query" })),
  pagination,
});

const byPage = listed({
  style: "page",
  request: { page: "page", pageSize: "page_size" },
  response: { items: "/items", pageSize: "/size", totalCount: "/total" },
});
const byOffset = listed({
  style: "offset",
  request: { offset: "offset", limit: "limit" },
  response: { items: "/items", totalCount: "/total" },
});
const byCursor = listed({
  style: "cursor",
  request: { cursor: "after" },
  response: { items: "/items", nextCursor: "/next", hasMore: "/more", totalCount: "/total" },
});
const byLink = listed({ style: "link", response: { items: "/items", totalCount: "/total" } });

/** Reads a list whose pages are answered one after the other, and counts the requests. */
async function read(operation: OperationDescriptor, bodies: readonly object[], query?: object) {
  const { core, requests } = clientOn(() => {
    const body = bodies[requests.length - 1];
    if (body === undefined) return json({}, { status: 500 });
    const link = `</v1/books?page=${requests.length + 1}>; rel="next"`;
    return json(body, { headers: { link } });
  });
  const list = callPages<unknown, unknown, { status: 200 }>(
    core,
    operation,
    query ? { query } : {},
  );
  return { items: await Array.fromAsync(list), requests: requests.length };
}

describe("pages end where the total count is reached", () => {
  test.each<[string, OperationDescriptor, readonly object[], object?]>([
    [
      "by page",
      byPage,
      [
        { items: [1, 2], total: 4 },
        { items: [3, 4], total: 4 },
      ],
    ],
    ["by page, one page", byPage, [{ items: [1, 2], total: 2 }]],
    [
      "by page, begun behind the first",
      byPage,
      [{ items: [3, 4], size: 2, total: 4 }],
      { page: 2 },
    ],
    [
      "by offset",
      byOffset,
      [
        { items: [1, 2], total: 3 },
        { items: [3], total: 3 },
      ],
    ],
    ["by offset, begun behind the first", byOffset, [{ items: [3], total: 3 }], { offset: 2 }],
    [
      "by cursor",
      byCursor,
      [
        { items: [1], next: "a", total: 2 },
        { items: [2], next: "b", total: 2 },
      ],
    ],
    [
      "by link",
      byLink,
      [
        { items: [1], total: 2 },
        { items: [2], total: 2 },
      ],
    ],
  ])("%s", async (_, operation, bodies, query) => {
    const { items, requests } = await read(operation, bodies, query);
    expect(items).toEqual(bodies.flatMap((body) => (body as { items: number[] }).items));
    expect(requests).toBe(bodies.length);
  });

  test("but not where the service says that there is more, or does not count", async () => {
    const more = [
      { items: [1], next: "a", more: true, total: 1 },
      { items: [2], more: false },
    ];
    expect((await read(byCursor, more)).items).toEqual([1, 2]);
    const uncounted = [{ items: [1], total: -1 }, { items: [2], total: 0 }, { items: [] }];
    expect((await read(byOffset, uncounted)).items).toEqual([1, 2]);
    expect((await read(byPage, uncounted)).items).toEqual([1, 2]);
  });

  test("and a caller's page size, which a service may lower, counts for nothing", async () => {
    const bodies = [
      { items: [1, 2], total: 4 },
      { items: [3, 4], total: 4 },
    ];
    expect((await read(byPage, bodies, { page_size: 100 })).items).toEqual([1, 2, 3, 4]);
  });
});

describe("pages end where a page comes twice", () => {
  const uncounted = (style: "page" | "offset"): OperationDescriptor =>
    style === "page"
      ? listed({ style, request: { page: "page" }, response: { items: "/items" } })
      : listed({ style, request: { offset: "offset" }, response: { items: "/items" } });
  const page = { items: [{ id: 1 }, { id: 2 }] };

  test.each(["page", "offset"] as const)("by its records, by %s", async (style) => {
    const other = { items: [{ id: 3 }, { id: 4 }] };
    const { items, requests } = await read(uncounted(style), [page, other, other, other]);
    expect(items).toEqual([...page.items, ...other.items]);
    expect(requests).toBe(3);
  });

  test("by its records, though each has another cursor", async () => {
    const { items } = await read(byCursor, [
      { ...page, next: "a" },
      { ...page, next: "b" },
    ]);
    expect(items).toEqual(page.items);
  });

  test("by its cursor", async () => {
    const bodies = [
      { items: [1], next: "a" },
      { items: [2], next: "a" },
    ];
    expect(await read(byCursor, bodies)).toEqual({ items: [1, 2], requests: 2 });
  });

  test("but pages of equal numbers are not the same", async () => {
    const bodies = [{ items: [0, 0] }, { items: [0, 0] }, { items: [] }];
    expect((await read(uncounted("page"), bodies)).items).toEqual([0, 0, 0, 0]);
  });

  test("but a service that says that there is more, and gives its own cursor, is refused", async () => {
    const bodies = [
      { items: [1], next: "a" },
      { items: [2], next: "a", more: true },
    ];
    await expect(read(byCursor, bodies)).rejects.toThrow("is that of this page");
  });
});
