import { describe, expect, test } from "vitest";
import {
  callPages,
  createClientCore,
  PaginationError,
  type ClientOperation,
  type ClientOptions,
  headerParameters,
} from "../src/client/index.ts";
import { jsonResponse, type PaginationDescriptor } from "../src/index.ts";
import { clientOn, failure, json } from "./client-harness.ts";
import * as fixture from "./fixture.ts";
import { listen } from "./socket-server.ts";

const listed = (pagination: PaginationDescriptor, more: Partial<ClientOperation> = {}) => ({
  operationId: "ListBooks",
  method: "GET",
  path: "/books",
  responses: { 200: jsonResponse },
  pagination,
  ...more,
});

/** Reads all items from pages that are found by their path and query. */
async function readAll(
  operation: ClientOperation,
  pages: { readonly [address: string]: () => Response },
  input: object = {},
  options: ClientOptions = {},
) {
  const { core, requests } = clientOn(({ url }) => {
    const { pathname, search } = new URL(url);
    return pages[pathname + search]?.() ?? json({ type: "NotFound" }, { status: 404 });
  }, options);
  const items: unknown[] = [];
  const error = await (async () => {
    for await (const item of callPages(core, operation, input)) items.push(item);
  })().catch((caught: unknown) => caught);
  return { items, error, addresses: requests.map(({ url }) => url.split("/v1")[1]), requests };
}

describe("a list by cursor", () => {
  const operation = listed({
    style: "cursor",
    request: { cursor: "after", limit: "limit" },
    response: { items: "/books", nextCursor: "/next", hasMore: "/more" },
  });

  test("is read on from each page's cursor, keeping the other parameters", async () => {
    const pages = {
      "/v1/books?limit=2": () => json({ books: [1, 2], next: "b&=" }),
      "/v1/books?limit=2&after=b%26%3D": () => json({ books: [], next: 7, more: true }),
      "/v1/books?limit=2&after=7": () => json({ books: [3], next: null }),
    };
    const { items, error, requests } = await readAll(operation, pages, { query: { limit: 2 } });
    expect([items, error]).toEqual([[1, 2, 3], undefined]);
    expect(requests).toHaveLength(3);
  });

  test.each([
    ["no cursor", {}],
    ["a cursor that is null", { next: null }],
    ["an empty cursor", { next: "" }],
    ["a cursor, but no more pages", { next: "b", more: false }],
  ])("ends at %s", async (_, page) => {
    const { items, error, addresses } = await readAll(operation, {
      "/v1/books": () => json({ books: [1], ...page }),
    });
    expect([items, error, addresses]).toEqual([[1], undefined, ["/books"]]);
  });

  test.each([
    ["there are more pages, but no cursor", { more: true }, "there is no cursor at /next"],
    ["the cursor is none", { next: {} }, "there is no cursor at /next"],
  ])("is refused where %s", async (_, page, reason) => {
    const { error } = await readAll(operation, {
      "/v1/books": () => json({ books: [1], ...page }),
    });
    expect(error).toBeInstanceOf(PaginationError);
    expect((error as Error).message).toBe(`ListBooks: ${reason}`);
  });

  test("ends where a page comes twice, however large the cycle", async () => {
    const pages = {
      "/v1/books": () => json({ books: [1], next: "a" }),
      "/v1/books?after=a": () => json({ books: [2], next: "b" }),
      "/v1/books?after=b": () => json({ books: [3], next: "a" }),
      "/v1/books?after=c": () => json({ books: [4], next: "c" }),
    };
    const large = await readAll(operation, pages);
    expect([large.items, large.error]).toEqual([[1, 2, 3], undefined]);
    const small = await readAll(operation, pages, { query: { after: "c" } });
    expect([small.items, small.addresses]).toEqual([[4], ["/books?after=c"]]);
    expect(small.error).toBeUndefined();
  });

  test("may have its cursor in the last item", async () => {
    const byItem = listed({
      style: "cursor",
      request: { cursor: "starting_after" },
      response: { items: "/data", hasMore: "/more", itemCursor: "/id" },
    });
    const pages = {
      "/v1/books": () => json({ data: [{ id: "a" }, { id: "b" }], more: true }),
      "/v1/books?starting_after=b": () => json({ data: [{ id: "c" }], more: false }),
    };
    const { items, error } = await readAll(byItem, pages);
    expect([items, error]).toEqual([[{ id: "a" }, { id: "b" }, { id: "c" }], undefined]);
    const { error: endless } = await readAll(byItem, {
      "/v1/books": () => json({ data: [], more: true }),
    });
    expect(endless).toBeInstanceOf(PaginationError);
  });
});

describe("a list by page numbers", () => {
  test("ends where each page calls itself the first", async () => {
    const pages = {
      "/v1/books": () => json({ books: [1], page: 1, next: 2 }),
      "/v1/books?page=2": () => json({ books: [2], page: 1, next: 2 }),
    };
    const { items, error } = await readAll(
      listed({
        style: "page",
        request: { page: "page" },
        response: { items: "/books", page: "/page", nextPage: "/next" },
      }),
      pages,
    );
    expect([items, error]).toEqual([[1, 2], undefined]);
  });
});

describe("a list by Link headers", () => {
  const operation = listed(
    { style: "link", response: { items: "" } },
    {
      path: "/books/{shop}",
      security: [{ headerKey: [] }],
      writeParameters: headerParameters,
    },
  );
  const input = { path: { shop: "a" }, header: { "X-Trace": "t" } };
  const linked = (items: unknown[], link: string) => json(items, { headers: { link } });

  test("is read on at the address of each, with the same headers and credentials", async () => {
    const pages = {
      "/v1/books/a": () => linked([1], '<http://books.example/v1/shops/1?page=2>; rel="next"'),
      "/v1/shops/1?page=2": () => linked([2], '<?page=3>; rel="next", </v1/x>; rel="prev"'),
      "/v1/shops/1?page=3": () => linked([], "</other?a=b>; rel=next"),
      "/other?a=b": () => json([3]),
    };
    const { items, error, requests } = await readAll(operation, pages, input, { auth: "secret" });
    expect([items, error]).toEqual([[1, 2, 3], undefined]);
    const sent = requests.map(({ headers }) => [headers.get("x-key"), headers.get("x-trace")]);
    expect(sent).toEqual(Array.from({ length: 4 }, () => ["secret", "t"]));
  });

  test.each([
    "https://books.example/v1/books/a?page=2",
    "http://books.example:81/v1/books/a?page=2",
    "http://evil.example/v1/books/a?page=2",
    "//evil.example/v1/books/a?page=2",
    "http://books.example@evil.example/",
    "\\\\evil.example/",
    "javascript:alert(1)",
    "data:application/json,[]",
    "file:///etc/passwd",
  ])("does not follow to another origin: %s", async (address) => {
    const pages = { "/v1/books/a": () => linked([1], `<${address}>; rel=next`) };
    const { items, error, requests } = await readAll(operation, pages, input, { auth: "secret" });
    expect([items, requests.length]).toEqual([[1], 1]);
    expect(error).toBeInstanceOf(PaginationError);
    expect((error as Error).message).toContain("the next page is at another origin");
  });

  test("does not follow what is not a URL", async () => {
    const pages = { "/v1/books/a": () => linked([1], "<http://[>; rel=next") };
    const { error } = await readAll(operation, pages, input);
    expect((error as Error).message).toContain("is not a URL");
  });

  test("ends where a page comes twice", async () => {
    const pages = {
      "/v1/books/a": () => linked([1], "<?page=2>; rel=next"),
      "/v1/books/a?page=2": () => linked([2], "<?page=2>; rel=next"),
    };
    const { items, error } = await readAll(operation, pages, input);
    expect([items, error]).toEqual([[1, 2], undefined]);
  });

  test("has a next call only behind a page that has been received", async () => {
    const { core } = clientOn(() => linked([1], "<?page=2>; rel=next"));
    const call = callPages<number, number[], { status: 200 }>(core, operation, input);
    expect(() => call.after([1])).toThrow("await the page before");
    expect(call.after(await call)?.operation.operationId).toBe("ListBooks");
  });

  test("takes relative addresses from where the page was, redirects included", async () => {
    await using server = await listen((request, response) => {
      if (request.url === "/books/a")
        return void response.writeHead(302, { location: "/moved/1" }).end();
      const link = request.url === "/moved/1" ? { link: "<2>; rel=next" } : {};
      return void response
        .writeHead(200, { "content-type": "application/json", ...link })
        .end(JSON.stringify([request.url]));
    });
    const core = createClientCore(fixture.api, { baseUrl: server.url });
    const items = await Array.fromAsync(callPages(core, { ...operation, security: [] }, input));
    expect(items).toEqual(["/moved/1", "/moved/2"]);
  });
});

describe("a caller who gives up between two pages", () => {
  test("ends the iteration before the next is asked for", async () => {
    const caller = new AbortController();
    const { core, requests } = clientOn(() => json({ books: [1], page: 1, pages: 9, next: 2 }));
    const { pagination } = fixture.listBooks;
    const operation = listed(pagination as PaginationDescriptor);
    const { signal } = caller;
    const pages = callPages(core, operation, {}, { signal }).pages();
    await pages.next();
    caller.abort(new Error("enough"));
    expect(await failure(pages.next())).toEqual(new Error("enough"));
    expect(requests).toHaveLength(1);
    expect(await pages.next()).toEqual({ done: true, value: undefined });
  });
});
