import { describe, expect, test } from "vitest";
import { ApiError, PaginationError } from "../src/client/index.ts";
import type { OperationDescriptor } from "../src/operation.ts";
import { callPages, clientOn, json } from "./client-harness.ts";
import * as fixture from "./fixture.ts";

const byOffset: OperationDescriptor = {
  ...fixture.listBooks,
  parameters: [
    { name: "offset", in: "query" },
    { name: "limit", in: "query" },
  ],
  pagination: {
    style: "offset",
    request: { offset: "offset", limit: "limit" },
    response: { items: "/books", offset: "/offset", nextOffset: "/next", totalCount: "/total" },
  },
};

/** Reads all items from a list whose pages are given by their query; gives the queries too. */
async function readAll(
  operation: OperationDescriptor,
  pages: { readonly [search: string]: unknown },
  query?: object,
) {
  const { core, requests } = clientOn(({ url }) => {
    const { search } = new URL(url);
    return search in pages ? json(pages[search]) : json({ type: "NotFound" }, { status: 404 });
  });
  const list = callPages<number, unknown, { status: 200 }>(core, operation, query ? { query } : {});
  const items = await Array.fromAsync(list);
  return { items, searches: requests.map(({ url }) => new URL(url).search) };
}

describe("a list in pages", () => {
  test("is read page after page, keeping the other parameters", async () => {
    const pages = {
      "?status=a": { books: [1, 2], page: 1, pages: 3, next: 2 },
      "?page=2&status=a": { books: [3], page: 2, pages: 3, next: 3 },
      "?page=3&status=a": { books: [4], page: 3, pages: 3 },
    };
    const { items, searches } = await readAll(fixture.listBooks, pages, { status: ["a"] });
    expect(items).toEqual([1, 2, 3, 4]);
    expect(searches).toEqual(Object.keys(pages));
  });

  test.each([
    ["no next page", { books: [1], page: 1, pages: 9 }],
    ["a next page that is null", { books: [1], page: 1, pages: 9, next: null }],
    ["the last page", { books: [1], page: 1, pages: 1, next: 0 }],
    ["no items", { books: [], page: 1, pages: 9, next: 2 }],
  ])("ends at %s", async (_, page) => {
    const { searches } = await readAll(fixture.listBooks, { "": page });
    expect(searches).toEqual([""]);
  });

  test("counts on where no next page is declared", async () => {
    const operation: OperationDescriptor = {
      ...fixture.listBooks,
      pagination: { style: "page", request: { page: "page" }, response: { items: "/books" } },
    };
    const pages = { "": { books: [1] }, "?page=2": { books: [2] }, "?page=3": { books: [] } };
    expect((await readAll(operation, pages)).items).toEqual([1, 2]);
  });

  test("does not follow a cycle", async () => {
    const pages = { "": { books: [1], page: 1, pages: 9, next: 1 } };
    const error = await readAll(fixture.listBooks, pages).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(PaginationError);
    expect(error).toMatchObject({
      message: "ListBooks: the next page (1) is not behind the current one (1)",
    });
  });

  test("without a list at its place is refused", async () => {
    await expect(readAll(fixture.listBooks, { "": {} })).rejects.toThrow(PaginationError);
  });

  test("gives its first page when awaited, and asks for it once", async () => {
    const { core, requests } = clientOn(() => json({ books: [1], page: 1, pages: 1 }));
    const list = callPages<number, { books: number[] }, { status: 200 }>(core, fixture.listBooks);
    expect((await list).books).toEqual([1]);
    expect(await Array.fromAsync(list.pages())).toEqual([{ books: [1], page: 1, pages: 1 }]);
    expect(requests).toHaveLength(1);
  });

  test("throws where a page is refused, behind the items so far", async () => {
    const { core } = clientOn(({ url }) =>
      url.includes("page=2")
        ? json({ type: "Forbidden" }, { status: 403 })
        : json({ books: [1], page: 1, pages: 2, next: 2 }),
    );
    const seen: number[] = [];
    const reading = (async () => {
      const list = callPages<number, unknown, { status: 200 }>(core, fixture.listBooks);
      for await (const item of list) seen.push(item);
    })();
    await expect(reading).rejects.toThrow(ApiError);
    expect(seen).toEqual([1]);
  });
});

describe("a list by offset", () => {
  test("is read on from the next offset, written as text where the query has text", async () => {
    const pages = {
      "?limit=2": { books: [1, 2], offset: 0, next: 2, total: 3 },
      "?offset=2&limit=2": { books: [3], offset: 2, next: 3, total: 3 },
    };
    const { items, searches } = await readAll(byOffset, pages, { limit: "2" });
    expect(items).toEqual([1, 2, 3]);
    expect(searches).toEqual(Object.keys(pages));
  });

  test("does not follow a cycle", async () => {
    const pages = { "": { books: [1], offset: 0, next: 0, total: 3 } };
    await expect(readAll(byOffset, pages)).rejects.toThrow(PaginationError);
  });

  test("counts on where no next offset is declared", async () => {
    const operation: OperationDescriptor = {
      ...byOffset,
      parameters: [{ name: "offset", in: "query", shape: "integer" }],
      pagination: { style: "offset", request: { offset: "offset" }, response: { items: "/books" } },
    };
    const pages = { "?offset=5": { books: [1, 2] }, "?offset=7": { books: [] } };
    expect((await readAll(operation, pages, { offset: 5 })).items).toEqual([1, 2]);
  });
});
