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

  test("but pages of the same texts are not, where each leads to the next", async () => {
    const same = { items: ["a", "b"] };
    const byNext = listed({
      style: "page",
      request: { page: "page" },
      response: { items: "/items", nextPage: "/next" },
    });
    const lists: readonly (readonly [OperationDescriptor, object, object])[] = [
      [byCursor, { next: "1" }, { next: "2" }],
      [byNext, { next: 2 }, { next: 3 }],
      [byPage, { total: 6 }, { total: 6 }],
      [byOffset, { total: 6 }, { total: 6 }],
      [byLink, { total: 6 }, { total: 6 }],
    ];
    for (const [operation, first, second] of lists) {
      const bodies = [
        { ...same, ...first },
        { ...same, ...second },
        { ...same, total: 6 },
      ];
      expect(await read(operation, bodies)).toEqual({
        items: bodies.flatMap(({ items }) => items),
        requests: 3,
      });
    }
  });

  test("but pages of equal records are not the same", async () => {
    const equal = { items: [{ value: 0 }, { value: 0 }] };
    const { items } = await read(uncounted("page"), [equal, equal, { items: [] }]);
    expect(items).toHaveLength(4);
  });

  test("but a service that says that there is more, and gives its own cursor, is refused", async () => {
    const bodies = [
      { items: [1], next: "a" },
      { items: [2], next: "a", more: true },
    ];
    await expect(read(byCursor, bodies)).rejects.toThrow("is that of this page");
  });
});

describe("every list ends, and each item comes once", () => {
  const kinds: Readonly<Record<string, (index: number) => unknown>> = {
    records: (id) => ({ id, name: "same" }),
    "records without an id": (index) => ({ name: `name ${index}` }),
    texts: (index) => `text ${index}`,
    numbers: (index) => index,
    lists: (index) => [index],
  };
  /** What a service with two items a page answers where the wanted ones begin behind all. */
  const behindAll: Readonly<Record<string, (all: readonly unknown[]) => readonly unknown[]>> = {
    nothing: () => [],
    "the last page": (all) => all.slice(all.length % 2 === 0 ? -2 : -1),
    "the first page": (all) => all.slice(0, 2),
  };
  const uncounted = {
    page: listed({ style: "page", request: { page: "page" }, response: { items: "/items" } }),
    offset: listed({
      style: "offset",
      request: { offset: "offset" },
      response: { items: "/items" },
    }),
  };

  describe.each(Object.entries(kinds))("of %s", (_, make) => {
    describe.each(Object.entries(behindAll))("where %s follows the last", (__, rest) => {
      test.each([
        ["page", 1, 2],
        ["page", 4, 3],
        ["page", 5, 4],
        ["offset", 1, 2],
        ["offset", 4, 3],
        // The third page is not full.
        ["offset", 5, 3],
      ] as const)("by %s, %d items by %d requests", async (style, count, expected) => {
        const all = Array.from({ length: count }, (___, index) => make(index));
        const { core, requests } = clientOn((request) => {
          const { searchParams } = new URL(request.url);
          const page = Number(searchParams.get("page") ?? 1);
          const start = style === "page" ? (page - 1) * 2 : Number(searchParams.get("offset") ?? 0);
          if (requests.length > 9) return json({}, { status: 500 });
          return json({ items: start < count ? all.slice(start, start + 2) : rest(all) });
        });
        const items = await Array.fromAsync(callPages(core, uncounted[style]));
        expect(items).toEqual(all);
        expect(requests).toHaveLength(expected);
      });
    });
  });

  test("also where a service gives equal numbers for ever", async () => {
    const { core, requests } = clientOn(() =>
      json({ items: [0, 0] }, { status: requests.length > 120 ? 404 : 200 }),
    );
    const list = Array.fromAsync(callPages(core, uncounted.page));
    await expect(list).rejects.toThrow("ListBooks: 100 pages on end have the same items");
    expect(requests.length).toBeLessThan(110);
  });
});

describe("a list begins where its parameter does by default", () => {
  test.each([
    ["page", 0, 1],
    ["page", 1, 2],
    ["offset", 0, 2],
    // As in SCIM, which counts from 1.
    ["offset", 1, 3],
  ] as const)("%s %d, then %d", async (style, first, second) => {
    const { core, requests } = clientOn(() =>
      json({ items: requests.length < 3 ? [requests.length, 9] : [] }),
    );
    const operation = {
      ...listed(
        style === "page"
          ? { style, request: { page: style }, response: { items: "/items" } }
          : { style, request: { offset: style }, response: { items: "/items" } },
      ),
      parameters: [{ name: style, in: "query", default: first }],
    } satisfies OperationDescriptor;
    await Array.fromAsync(callPages(core, operation));
    const queries = requests.map(({ url }) => new URL(url).searchParams.get(style));
    expect(queries.slice(0, 2)).toEqual([null, String(second)]);
  });
});

describe("by offset, a page that is not full is the last", () => {
  const stated = listed({
    style: "offset",
    request: { offset: "offset", limit: "limit" },
    response: { items: "/items", limit: "/limit", totalCount: "/total" },
  });

  test("by the limit that the service says", async () => {
    const bodies = [{ items: [1], limit: 2 }];
    expect(await read(stated, bodies)).toEqual({ items: [1], requests: 1 });
  });

  test("by the page before, where the service has lowered the limit", async () => {
    const bodies = [{ items: [1, 2] }, { items: [3] }];
    expect(await read(byOffset, bodies, { limit: 100 })).toEqual({ items: [1, 2, 3], requests: 2 });
  });

  test("but not where the service says how many there are", async () => {
    const bodies = [
      { items: [1, 2], limit: 2, total: 4 },
      { items: [3], limit: 2, total: 4 },
      { items: [4], limit: 2, total: 4 },
    ];
    expect(await read(stated, bodies)).toEqual({ items: [1, 2, 3, 4], requests: 3 });
  });
});
