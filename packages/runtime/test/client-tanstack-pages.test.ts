import { InfiniteQueryObserver, QueryClient } from "@tanstack/query-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PaginationError } from "../src/client/index.ts";
import { infiniteQueryOptions } from "../src/client/tanstack-query.ts";
import type { OperationDescriptor } from "../src/index.ts";
import { clientOn, failure, json } from "./client-harness.ts";
import * as fixture from "./fixture.ts";
import { listBooks, type Page } from "./tanstack-harness.ts";

let client: QueryClient;

beforeEach(() => {
  client = new QueryClient();
});

afterEach(() => client.clear());

const pages: { readonly [search: string]: Page & { page: number; pages: number } } = {
  "?status=a": { books: [1, 2], page: 1, pages: 3, next: 2 },
  "?page=2&status=a": { books: [3], page: 2, pages: 3, next: 3 },
  "?page=3&status=a": { books: [4], page: 3, pages: 3 },
};

/** A client whose pages are given by their query. */
const clientOnPages = () => clientOn(({ url }) => json(pages[new URL(url).search]));

describe("an infinite query", () => {
  test("follows the pages as they are declared", async () => {
    const { core, requests } = clientOnPages();
    const options = infiniteQueryOptions(listBooks(core, { status: ["a"] }));
    const data = await client.fetchInfiniteQuery({ ...options, pages: 9 });
    expect(data.pages.flatMap(({ books }) => books)).toEqual([1, 2, 3, 4]);
    expect(requests.map(({ url }) => new URL(url).search)).toEqual(Object.keys(pages));
    expect(JSON.parse(JSON.stringify(data.pageParams))).toEqual(data.pageParams);
    expect(data.pageParams).toEqual([null, { status: ["a"], page: 2 }, { status: ["a"], page: 3 }]);
  });

  test("goes on from what a cache has kept", async () => {
    const { core } = clientOnPages();
    const options = () => infiniteQueryOptions(listBooks(core, { status: ["a"] }));
    const kept = JSON.stringify(await client.fetchInfiniteQuery({ ...options(), pages: 2 }));
    const other = new QueryClient();
    other.setQueryData(options().queryKey, JSON.parse(kept));
    const observer = new InfiniteQueryObserver(other, { ...options(), staleTime: Infinity });
    expect(observer.getCurrentResult().hasNextPage).toBe(true);
    const { data, hasNextPage } = await observer.fetchNextPage();
    expect(data?.pages.map(({ books }) => books)).toEqual([[1, 2], [3], [4]]);
    expect(hasNextPage).toBe(false);
    other.clear();
  });

  test("counts on from the page before, where the pages do not tell", async () => {
    const operation: OperationDescriptor = {
      ...fixture.listBooks,
      pagination: { style: "page", request: { page: "page" }, response: { items: "/books" } },
    };
    const { core, requests } = clientOn(({ url }) => json({ books: url.endsWith("4") ? [] : [1] }));
    const options = infiniteQueryOptions(listBooks(core, {}, operation));
    await client.fetchInfiniteQuery({ ...options, pages: 9 });
    expect(requests.map(({ url }) => new URL(url).search)).toEqual([
      "",
      "?page=2",
      "?page=3",
      "?page=4",
    ]);
  });

  test("fails where the pages form a cycle", async () => {
    const { core } = clientOn(() => json({ books: [1], page: 1, pages: 9, next: 1 }));
    const failed = failure(client.fetchInfiniteQuery(infiniteQueryOptions(listBooks(core))));
    expect(await failed).toBeInstanceOf(PaginationError);
  });

  test("is aborted like others", async () => {
    const controller = new AbortController();
    const { core } = clientOn(() => {
      controller.abort(new Error("enough"));
      return new Promise<Response>(() => {});
    });
    const { queryFn } = infiniteQueryOptions(listBooks(core));
    for (const pageParam of [null, { page: 2 }]) {
      const failed = failure(queryFn({ signal: controller.signal, pageParam }));
      expect(await failed).toMatchObject({ message: "enough" });
    }
  });

  test("follows links, with options made anew as in each rendering", async () => {
    const operation: OperationDescriptor = {
      ...fixture.listBooks,
      pagination: { style: "link", response: { items: "/books" } },
    };
    const { core, requests } = clientOn(({ url }) => {
      const cursor = Number(new URL(url).searchParams.get("c") ?? 0);
      const link = cursor < 3 ? { link: `</v1/books?c=${cursor + 1}>; rel="next"` } : {};
      return json({ books: [cursor], requests: requests.length }, { headers: link });
    });
    const options = () => infiniteQueryOptions(listBooks(core, {}, operation));
    const observer = new InfiniteQueryObserver(client, options());
    const stop = observer.subscribe(() => {});
    await observer.refetch({ cancelRefetch: false });
    observer.setOptions(options());
    await observer.fetchNextPage();
    // All that is there is fetched again, and is partly as it was.
    await observer.refetch();
    observer.setOptions(options());
    await observer.fetchNextPage();
    const { data, hasNextPage } = await observer.fetchNextPage();
    stop();
    expect(data?.pages.map(({ books }) => books)).toEqual([[0], [1], [2], [3]]);
    expect(hasNextPage).toBe(false);
    expect(requests.map(({ url }) => new URL(url).search)).toEqual([
      "",
      "?c=1",
      "",
      "?c=1",
      "?c=2",
      "?c=3",
    ]);
  });
});
