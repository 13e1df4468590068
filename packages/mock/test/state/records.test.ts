import { describe, expect, test } from "vitest";
import type { RequestContext } from "../../../runtime/src/server/types.ts";
import { mocked } from "./harness.ts";
import { library, shelfId } from "./library.ts";

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const now = "2025-01-01T00:00:00.000Z";

describe("a record that is created", () => {
  test("has what the request says, and what the server makes", async () => {
    const { send, get } = mocked();
    const body = { name: "Cooking", labels: ["soup"], room: "West", note: "New.", place: {} };
    const created = await send("POST /shelves", body);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ ...body, created_by: "ines", created_at: now });
    const { shelf_id: id } = created.body as { shelf_id: string };
    expect(id).toMatch(uuid);
    expect(created.headers["location"]).toBe(`/shelves/${id}`);
    expect(await get(`GET /shelves/${id}`)).toMatchObject({ ...body, updated_at: now });
  });

  test("leaves open what the client leaves open, as far as the answer allows", async () => {
    const { get } = mocked();
    const shelf = await get("POST /shelves", { name: "Cooking" });
    expect(shelf["labels"]).toEqual([]);
    expect(shelf).not.toHaveProperty("note");
    expect(shelf["room"]).toBe("East");
    const again = await get("POST /shelves", { name: "Poems" });
    expect(again).toMatchObject({ name: "Poems", labels: [], room: "East" });
  });

  test("takes no member that the answer may not have", async () => {
    const { get } = mocked();
    const shelf = await get("POST /shelves", { name: "Cooking", colour: "red", room: "" });
    expect(shelf).not.toHaveProperty("colour");
    expect(shelf["room"]).toBe("East");
    expect(shelf["name"]).toBe("Cooking");
  });

  test("shows a secret once, each time another", async () => {
    const { get, state } = mocked();
    const first = await get("POST /shelves", { name: "A" });
    const second = await get("POST /shelves", { name: "B" });
    expect(first["secret"]).toMatch(/^shk-example-\d{16}$/);
    expect(second["secret"]).not.toBe(first["secret"]);
    expect(JSON.stringify(state.snapshot())).not.toContain("secret");
    expect(await get(`GET /shelves/${String(first["shelf_id"])}`)).not.toHaveProperty("secret");
  });

  test("belongs to who is calling", async () => {
    const named = mocked({}, undefined, "rui");
    expect((await named.get("POST /shelves", {}))["created_by"]).toBe("rui");
    const member = mocked({}, undefined, { created_by: "eva" });
    expect((await member.get("POST /shelves", {}))["created_by"]).toBe("eva");
  });

  test("is below what its path names", async () => {
    const { get } = mocked();
    const { shelf_id: id } = await get("POST /shelves", { name: "Cooking" });
    const { book } = await get(`POST /shelves/${String(id)}/books`, { title: "Soups" });
    expect(book).toMatchObject({ shelf_id: id, title: "Soups" });
    expect(book).not.toHaveProperty("pages");
    expect((book as { id: string }).id).toMatch(/^bok_[a-z]\d\d[a-z]\d\d[a-z]\d$/);
    expect(await get(`GET /shelves/${String(id)}/books`)).toHaveLength(1);
    expect(await get(`GET /shelves/${shelfId}/books`)).toHaveLength(1);
  });

  test("has a key that follows from the seed", async () => {
    const keysOf = async (seed: number): Promise<unknown[]> => {
      const { get } = mocked({ seed });
      const one = await get("POST /shelves", {});
      const other = await get("POST /shelves", {});
      return [one["shelf_id"], other["shelf_id"]];
    };
    const [one, other] = await keysOf(5);
    expect(one).not.toBe(other);
    expect(await keysOf(5)).toEqual([one, other]);
    expect(await keysOf(6)).not.toEqual([one, other]);
  });

  test("counts on from the largest number, also from one that is gone", async () => {
    const { get, state } = mocked();
    const create = (): Promise<{ readonly [member: string]: unknown }> =>
      get(`POST /shelves/${shelfId}/jobs`, {});
    state.seed({ Job: [{ job_id: 41, shelf_id: shelfId, status: "RUNNING", book_ids: [] }] });
    expect((await create())["job_id"]).toBe(42);
    state.remove("Job", "42");
    state.restore(state.snapshot());
    expect((await create())["job_id"]).toBe(43);
  });

  test("may be named by the client once", async () => {
    const { send, get } = mocked();
    const first = await send(`POST /shelves/${shelfId}/files`, { name: "porto.md" });
    expect(first.body).toMatchObject({ name: "porto.md", size: 0 });
    const second = await send(`POST /shelves/${shelfId}/files`, { name: "porto.md" });
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({ type: "Conflict", errors: [{ pointer: "/name" }] });
    const { shelf_id: other } = await get("POST /shelves", {});
    const elsewhere = await send(`POST /shelves/${String(other)}/files`, { name: "porto.md" });
    expect(elsewhere.status).toBe(201);
  });

  test("is the one that is there, when it is put", async () => {
    const { get, state, clock } = mocked();
    await get(`PUT /shelves/${shelfId}/files`, { name: "porto.md" });
    await clock.advance(1000);
    const put = await get(`PUT /shelves/${shelfId}/files`, { name: "porto.md" });
    expect(put["updated_at"]).toBe("2025-01-01T00:00:01.000Z");
    expect(state.list("File")).toHaveLength(2);
  });

  test("may be wrapped in the request as it is in the answer", async () => {
    const { get } = mocked();
    const created = await get(`POST /shelves/${shelfId}/books`, { book: { title: "Wrapped" } });
    expect(created["book"]).toMatchObject({ title: "Wrapped" });
  });

  test("has what other operations show of it beyond its creation", async () => {
    const { get, state } = mocked();
    const job = await get(`POST /shelves/${shelfId}/jobs`, {});
    expect(job).not.toHaveProperty("queue");
    expect(state.list("Job")).toMatchObject([{ queue: "default" }]);
  });

  test("takes no bytes, which JSON cannot say", async () => {
    const { state } = mocked();
    const context = { request: { method: "POST", url: "/", headers: {} } } as RequestContext;
    const input = { path: { shelf_id: shelfId }, body: { title: "A", pages: new Blob(["x"]) } };
    await state.handlerOf("CreateBook")?.(input, context);
    expect(state.list("Book").at(-1)).not.toHaveProperty("pages");
  });

  test("keeps what the client says where the example itself is not valid", async () => {
    const operations = library.operations.map((mock) => {
      if (mock.operation.operationId !== "CreateBook") return mock;
      const book = { id: "bok_1", shelf_id: shelfId, title: "Old" };
      const answer = { status: 201, body: { book, more: 1 } };
      return { ...mock, answers: [answer] };
    });
    const { state } = mocked({}, { ...library, operations });
    const context = { request: { method: "POST", url: "/", headers: {} } } as RequestContext;
    const input = { path: { shelf_id: shelfId }, body: { title: "New" } };
    await state.handlerOf("CreateBook")?.(input, context);
    expect(state.list("Book").at(-1)).toMatchObject({ title: "New", shelf_id: shelfId });
  });

  test("names only what is there", async () => {
    const { send } = mocked();
    const good = await send(`POST /shelves/${shelfId}/jobs`, { book_ids: ["bok_x81b22f0"] });
    expect(good.status).toBe(202);
    const bad = await send(`POST /shelves/${shelfId}/jobs`, { book_ids: ["bok_x81b22f0", "x"] });
    expect(bad).toMatchObject({
      status: 400,
      body: { errors: [{ in: "body", pointer: "/book_ids/1", message: "names no Book" }] },
    });
  });
});

describe("a record that is changed", () => {
  test("takes the members that the request has, and no key or time", async () => {
    const { get, clock } = mocked();
    await clock.advance(1000);
    const shelf_id = "3d3c1f2a-58f6-4b6e-9a53-0b7e63a1c002";
    const created_at = "2020-01-01T00:00:00Z";
    const body = { name: "Journeys", shelf_id, created_at, labels: ["a", "b"] };
    const shelf = await get(`PATCH /shelves/${shelfId}`, body);
    expect(shelf).toMatchObject({
      shelf_id: shelfId,
      name: "Journeys",
      labels: ["a", "b"],
      note: "By the window.",
      created_at: "2024-12-01T08:00:00Z",
      updated_at: "2025-01-01T00:00:01.000Z",
    });
    expect(await get(`GET /shelves/${shelfId}`)).toEqual(shelf);
  });

  test("loses by null what may not be null, and keeps what it must have", async () => {
    const { get } = mocked();
    const shelf = await get(`PATCH /shelves/${shelfId}`, { note: null, name: null });
    expect(shelf).not.toHaveProperty("note");
    expect(shelf["name"]).toBe("Travel");
  });

  test("takes a merge patch member by member", async () => {
    const { state, send } = mocked();
    const id = "3d3c1f2a-58f6-4b6e-9a53-0b7e63a1c002";
    state.put("Shelf", { ...(state.get("Shelf", shelfId) as object), shelf_id: id });
    const headers = { "content-type": "application/merge-patch+json" };
    const first = { note: null, room: "North", place: { floor: 1, window: true } };
    const merged = await send(`PATCH /shelves/${id}`, first, { headers });
    expect(merged.body).toMatchObject({ room: "North", name: "Travel" });
    expect(merged.body).not.toHaveProperty("note");
    const second = { place: { floor: null, door: { side: "left" } } };
    expect((await send(`PATCH /shelves/${id}`, second, { headers })).body).toMatchObject({
      place: { window: true, door: { side: "left" } },
    });
    const plain = await send(`PATCH /shelves/${id}`, { place: { floor: 2 } });
    expect((plain.body as { place: unknown }).place).toEqual({ floor: 2 });
  });

  test("is replaced as a whole, and created where there was none", async () => {
    const { send, get } = mocked();
    const replaced = await send("PUT /books/bok_x81b22f0", { title: "Porto" });
    expect(replaced.body).toEqual({ id: "bok_x81b22f0", shelf_id: shelfId, title: "Porto" });
    const made = await send("PUT /books/bok_new", { title: "Faro", pages: 3 });
    expect([replaced.status, made.status]).toEqual([200, 201]);
    expect(made.body).toMatchObject({ id: "bok_new", title: "Faro", pages: 3 });
    expect(await get("GET /books/bok_new")).toMatchObject({ title: "Faro" });
  });
});

describe("a record that gets another name", () => {
  test("keeps what is below it, and takes no name that is in use", async () => {
    const { get, send } = mocked();
    const files = `/shelves/${shelfId}/files`;
    await get(`POST ${files}/lisbon.md/notes`, { text: "Check." });
    await get(`POST ${files}`, { name: "porto.md" });
    const taken = await send(`PATCH ${files}/lisbon.md`, { name: "porto.md" });
    expect(taken).toMatchObject({ status: 409, body: { errors: [{ pointer: "/name" }] } });
    expect(await get(`PATCH ${files}/lisbon.md`, { name: "lx.md" })).toMatchObject({
      name: "lx.md",
    });
    expect((await send(`GET ${files}/lisbon.md`)).status).toBe(404);
    expect(await get(`GET ${files}/lx.md/notes`)).toMatchObject([{ text: "Check." }]);
  });
});

describe("a record that is deleted", () => {
  test("is gone, with all that is below it", async () => {
    const { send, state } = mocked();
    await send(`POST /shelves/${shelfId}/jobs`, { book_ids: [] });
    const { job_id: job } = state.list("Job")[0] as { job_id: number };
    await send(`POST /jobs/${job}/events`, { events: [{ type: "note", payload: 1 }] });
    expect(state.list("Event")).toHaveLength(1);
    expect((await send(`DELETE /shelves/${shelfId}`)).status).toBe(204);
    for (const resource of ["Shelf", "Book", "Job", "Event", "File"])
      expect(state.list(resource)).toEqual([]);
    expect((await send(`DELETE /shelves/${shelfId}`)).status).toBe(404);
    expect((await send("GET /books/bok_x81b22f0")).status).toBe(404);
  });

  test("leaves alone what has the same name elsewhere, and what is below that", async () => {
    const { get, send, state } = mocked();
    const { shelf_id: other } = await get("POST /shelves", {});
    await send(`POST /shelves/${String(other)}/files`, { name: "lisbon.md" });
    for (const id of [shelfId, String(other)])
      await send(`POST /shelves/${id}/files/lisbon.md/notes`, { text: id });
    await send(`DELETE /shelves/${shelfId}`);
    expect(state.list("Note")).toMatchObject([{ text: other }]);
    expect(state.list("File")).toMatchObject([{ name: "lisbon.md", shelf_id: other }]);
  });
});
