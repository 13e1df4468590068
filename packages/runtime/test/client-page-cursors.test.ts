import { describe, expect, test } from "vitest";
import type { OperationDescriptor, PaginationDescriptor } from "../src/operation.ts";
import { callPages, clientOn, json } from "./client-harness.ts";
import * as fixture from "./fixture.ts";

const listed = (pagination: PaginationDescriptor): OperationDescriptor => ({
  ...fixture.listBooks,
  parameters: [{ name: "after", in: "query" }],
  pagination,
});

describe("where a page leads on by a cursor or a link", () => {
  const kinds: Readonly<Record<string, (index: number) => unknown>> = {
    records: (id) => ({ id }),
    texts: (index) => `text ${index}`,
    numbers: (index) => index,
  };
  const uncounted = {
    cursor: listed({
      style: "cursor",
      request: { cursor: "after" },
      response: { items: "/items", nextCursor: "/next" },
    }),
    link: listed({ style: "link", response: { items: "/items" } }),
  };

  /** A page: the places of its items, and where it leads. */
  type Page = readonly [items: readonly number[], next?: string | number | null];

  /** Where pages lead, the items that come, and the number of requests. */
  const cases: Readonly<Record<string, readonly [Page[], number[], number]>> = {
    "it ends without a next": [[[[1, 2], "b"], [[3]]], [1, 2, 3], 2],
    "it ends with a next that is null": [
      [
        [[1, 2], "b"],
        [[3], null],
      ],
      [1, 2, 3],
      2,
    ],
    "it goes on behind an empty page": [
      [
        [[1], "b"],
        [[], "c"],
        [[2], null],
      ],
      [1, 2],
      3,
    ],
    "it goes on behind empty pages on end": [
      [
        [[], "b"],
        [[], "c"],
        [[], "d"],
        [[1], null],
      ],
      [1],
      4,
    ],
    "it ends where the last leads to itself": [
      [
        [[1], "b"],
        [[2], "b"],
      ],
      [1, 2],
      2,
    ],
    "it ends where pages lead in a circle": [
      [
        [[1], "b"],
        [[2], "c"],
        [[3], "b"],
      ],
      [1, 2, 3],
      3,
    ],
  };

  /** Reads a list whose pages are answered one after the other, and counts the requests. */
  async function read(
    style: keyof typeof uncounted,
    pages: readonly Page[],
    make: (index: number) => unknown,
  ) {
    const { core, requests } = clientOn(() => {
      const [places, next] = pages[requests.length - 1] ?? [];
      if (places === undefined) return json({}, { status: 500 });
      const items = places.map(make);
      if (style === "cursor") return json(next === undefined ? { items } : { items, next });
      const link = `</v1/books?after=${next}>; rel="next"`;
      return json({ items }, typeof next === "string" ? { headers: { link } } : {});
    });
    const items = await Array.fromAsync(callPages(core, uncounted[style]));
    return { items, requests: requests.length };
  }

  /** The third page is the second, or the first, again, with a next of its own. */
  const repeated: Readonly<Record<string, readonly Page[]>> = {
    "the page before": [
      [[1, 2], "b"],
      [[3, 4], "c"],
      [[3, 4], "d"],
      [[5], null],
    ],
    "the first page": [
      [[1, 2], "b"],
      [[3, 4], "c"],
      [[1, 2], "d"],
      [[5], null],
    ],
  };

  describe.each(["cursor", "link"] as const)("by %s", (style) => {
    describe.each(Object.entries(repeated))("%s again", (_, pages) => {
      test("ends a list of records", async () => {
        const { items, requests } = await read(style, pages, (id) => ({ id }));
        expect(items).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }]);
        expect(requests).toBe(3);
      });

      test("is another page of texts, which may be equal", async () => {
        const { items, requests } = await read(style, pages, String);
        expect(items).toEqual(pages.flatMap(([places]) => places.map(String)));
        expect(requests).toBe(4);
      });
    });

    describe.each(Object.entries(kinds))("of %s", (_, make) => {
      test.each(Object.entries(cases))("%s", async (__, [pages, items, count]) => {
        expect(await read(style, pages, make)).toEqual({ items: items.map(make), requests: count });
      });
    });
  });

  test("by a cursor that is a number, 0 too", async () => {
    const bodies = [
      { items: ["a"], next: 5 },
      { items: ["b"], next: 0 },
      { items: ["c"], next: "" },
    ];
    const { core, requests } = clientOn(() => json(bodies[requests.length - 1] ?? {}));
    const list = callPages(core, uncounted.cursor);
    expect(await Array.fromAsync(list)).toEqual(["a", "b", "c"]);
    expect(requests).toHaveLength(3);
  });

  test("and is refused where empty pages lead on for ever", async () => {
    const { core, requests } = clientOn(() =>
      json({ items: [], next: requests.length }, { status: requests.length > 120 ? 404 : 200 }),
    );
    const list = Array.fromAsync(callPages(core, uncounted.cursor));
    await expect(list).rejects.toThrow("ListBooks: 100 pages on end have the same items");
  });
});
