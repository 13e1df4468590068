import { describe, expect, test } from "vitest";
import { mocked } from "./harness.ts";
import type { Mocked } from "./harness.ts";
import { library, shelfId } from "./library.ts";

/** A library with shelves A to G, made a minute after each other. */
async function filled(): Promise<Mocked> {
  const mock = mocked({ start: "empty" });
  for (const [index, name] of [..."ABCDEFG"].entries()) {
    await mock.get("POST /shelves", { name, room: index % 2 === 0 ? "East" : "West" });
    await mock.clock.advance(60_000);
  }
  return mock;
}

const namesIn = (body: { readonly [member: string]: unknown }): string =>
  (body["shelves"] as { name: string }[]).map(({ name }) => name).join("");

describe("a list", () => {
  test("has all in the order of their creation, page by page", async () => {
    const { get } = await filled();
    const first = await get("GET /shelves");
    expect(namesIn(first)).toBe("ABC");
    expect(first["pagination"]).toEqual({ page: 1, page_size: 3, total_count: 7, next_page: 2 });
    const last = await get("GET /shelves?page=3");
    expect(namesIn(last)).toBe("G");
    expect(last["pagination"]).toEqual({
      page: 3,
      page_size: 3,
      total_count: 7,
      previous_page: 2,
    });
    expect(namesIn(await get("GET /shelves?page=2&page_size=5"))).toBe("FG");
    expect(namesIn(await get("GET /shelves?page=9"))).toBe("");
  });

  test("has no page 0", async () => {
    const { send } = await filled();
    const issue = { in: "query", pointer: "/page", message: "must be a whole number from 1" };
    expect(await send("GET /shelves?page=0")).toMatchObject({
      status: 400,
      body: { type: "ValidationError", errors: [issue] },
    });
    expect((await send("GET /shelves?page_size=0")).status).toBe(400);
  });

  test("keeps its order when one is changed, and closes the gap of one that is deleted", async () => {
    const { get, send } = await filled();
    const { shelves } = await get("GET /shelves?page_size=7");
    const [first, second] = shelves as { shelf_id: string }[];
    await get(`PATCH /shelves/${first?.shelf_id}`, { name: "Z" });
    await send(`DELETE /shelves/${second?.shelf_id}`);
    expect(namesIn(await get("GET /shelves"))).toBe("ZCD");
  });

  test("is filtered by what the query says, which it repeats", async () => {
    const { get } = await filled();
    const west = await get("GET /shelves?room=West");
    expect(namesIn(west)).toBe("BDF");
    expect(west["room"]).toBe("West");
    expect(west["pagination"]).toMatchObject({ total_count: 3 });
    expect(await get("GET /shelves")).not.toHaveProperty("room");
    expect(namesIn(await get("GET /shelves?room=West&room=East&page_size=9"))).toBe("ABCDEFG");
    expect(namesIn(await get("GET /shelves?starts_with=C"))).toBe("C");
    expect(namesIn(await get("GET /shelves?q=wEsT"))).toBe("BDF");
    expect(namesIn(await get("GET /shelves?since=2025-01-01T00:05:00Z"))).toBe("FG");
    expect(namesIn(await get("GET /shelves?since=1735689960"))).toBe("G");
    expect(namesIn(await get("GET /shelves?since=nonsense"))).toBe("");
  });

  test("is sorted as the query says", async () => {
    const { get } = await filled();
    expect(namesIn(await get("GET /shelves?sort=-name"))).toBe("GFE");
    expect(namesIn(await get("GET /shelves?sort=room:desc"))).toBe("FDB");
    expect(namesIn(await get("GET /shelves?sort=created"))).toBe("ABC");
    expect(namesIn(await get("GET /shelves?sort=desc"))).toBe("GFE");
  });

  test("shows its records by its own schema", async () => {
    const { get } = mocked();
    expect(await get(`GET /shelves/${shelfId}/books`)).toEqual([
      { id: "bok_x81b22f0", shelf_id: shelfId, title: "Lisbon" },
    ]);
  });
});

describe("a list whose pages are not declared", () => {
  test("is paged as its parameters and members tell", async () => {
    const { get, send } = mocked();
    for (const title of ["A", "B", "C"]) await get(`POST /shelves/${shelfId}/books`, { title });
    const titles = async (query: string): Promise<string[]> => {
      const books = await get(`GET /shelves/${shelfId}/books${query}`);
      return (books as unknown as { title: string }[]).map(({ title }) => title);
    };
    expect(await titles("?limit=2")).toEqual(["Lisbon", "A"]);
    expect(await titles("?limit=2&after=bok_x81b22f0")).toEqual(["A", "B"]);
    expect(await titles("")).toEqual(["Lisbon", "A", "B", "C"]);
    expect((await send(`GET /shelves/${shelfId}/books?after=none`)).status).toBe(400);
  });
});

/** The library whose list of books is paged in another way. */
function paged(pagination: object, body: object, at: string): Mocked {
  const operations = library.operations.map((mock) => {
    if (mock.operation.operationId !== "ListBooks") return mock;
    const operation = { ...mock.operation, pagination } as typeof mock.operation;
    const answers = [{ status: 200, body }];
    return { ...mock, operation, validators: {}, answers };
  });
  const state = library.state as NonNullable<typeof library.state>;
  const list = { ...state.operations["ListBooks"], at } as (typeof state.operations)[string];
  return mocked(
    {},
    {
      ...library,
      operations,
      state: { ...state, operations: { ...state.operations, ListBooks: list } },
    },
  );
}

async function withBooks(mock: Mocked): Promise<Mocked> {
  for (const title of ["A", "B", "C"]) await mock.get(`POST /shelves/${shelfId}/books`, { title });
  return mock;
}

const path = `/shelves/${shelfId}/books`;

describe("a list that is paged", () => {
  test("by offset tells where it goes on, and no more at its end", async () => {
    const { get } = await withBooks(
      paged(
        {
          style: "offset",
          request: { offset: "after", limit: "limit" },
          response: { items: "/books", offset: "/offset", count: "/count", nextOffset: "/next" },
        },
        { books: [], offset: "0", count: 0, next: 0 },
        "/books",
      ),
    );
    const first = await get(`GET ${path}?limit=3`);
    expect(first).toMatchObject({ offset: "0", count: 3, next: 3 });
    const last = await get(`GET ${path}?limit=3&after=3`);
    expect(last).toMatchObject({ offset: "3", count: 1, books: [{ title: "C" }] });
    expect(last).not.toHaveProperty("next");
    expect(await get(`GET ${path}?limit=3&after=3.0`)).toEqual(last);
  });

  test("by cursor goes on behind the last item, even when that is gone", async () => {
    const { get, state } = await withBooks(
      paged(
        {
          style: "cursor",
          request: { cursor: "after", limit: "limit" },
          response: { items: "/data", nextCursor: "/next", hasMore: "/has_more" },
        },
        { data: [], next: "abc", has_more: false },
        "/data",
      ),
    );
    const first = await get(`GET ${path}?limit=2`);
    expect(first).toMatchObject({ has_more: true, data: [{ title: "Lisbon" }, { title: "A" }] });
    const next = encodeURIComponent(String(first["next"]));
    const second = await get(`GET ${path}?limit=2&after=${next}`);
    expect(second).toMatchObject({ has_more: false, data: [{ title: "B" }, { title: "C" }] });
    expect(second).not.toHaveProperty("next");
    const [, last] = first["data"] as { id: string }[];
    state.put("Book", { id: "bok_last", title: "D" }, { shelf_id: shelfId });
    state.remove("Book", String(last?.id));
    expect(await get(`GET ${path}?limit=2&after=${next}`)).toMatchObject({
      data: [{ title: "C" }, { title: "D" }],
    });
  });

  test("by the cursor of its items has the ends of each page", async () => {
    const { get } = await withBooks(
      paged(
        {
          style: "cursor",
          request: { cursor: "after", limit: "limit" },
          response: { items: "/data", itemCursor: "/id", hasMore: "/has_more" },
        },
        { data: [], has_more: false, first_id: "x", last_id: "y" },
        "/data",
      ),
    );
    const page = await get(`GET ${path}?limit=1&after=bok_x81b22f0`);
    const [book] = page["data"] as { id: string }[];
    expect(page).toMatchObject({ has_more: true, first_id: book?.id, last_id: book?.id });
  });

  test("by links has them in a header", async () => {
    const { send } = await withBooks(
      paged(
        { style: "link", request: { page: "after", pageSize: "limit" }, response: { items: "" } },
        [],
        "",
      ),
    );
    const { headers } = await send(`GET ${path}?limit=2`);
    expect(headers["link"]).toBe('<?limit=2&after=2>; rel="next", <?limit=2&after=2>; rel="last"');
    const last = await send(`GET ${path}?limit=2&after=2`);
    expect(last.headers["link"]).toBe(
      '<?limit=2&after=1>; rel="prev", <?limit=2&after=1>; rel="first"',
    );
    expect(last.body).toMatchObject([{ title: "B" }, { title: "C" }]);
    expect((await send(`GET ${path}`)).headers).not.toHaveProperty("link");
  });
});
