import { describe, expect, test } from "vitest";
import { mocked } from "./harness.ts";
import { libraryWith, shelfId } from "./library.ts";

describe("what is not there", () => {
  test("is answered as the operation documents it, else in the description's own shape", async () => {
    const { send } = mocked();
    const id = "3d3c1f2a-58f6-4b6e-9a53-0b7e63a1c009";
    const documented = await send(`GET /shelves/${id}`);
    expect(documented).toMatchObject({ status: 404, body: { type: "Gone" } });
    const plain = await send("GET /books/none");
    expect(plain).toMatchObject({ status: 404, body: { type: "NotFound" } });
  });

  test("has nothing below it", async () => {
    const { send } = mocked();
    const id = "3d3c1f2a-58f6-4b6e-9a53-0b7e63a1c009";
    expect((await send(`GET /shelves/${id}/books`)).status).toBe(404);
    expect((await send(`POST /shelves/${id}/books`, { title: "x" })).status).toBe(404);
    expect((await send(`GET /shelves/${id}/files/lisbon.md`)).status).toBe(404);
  });

  test("may be made where nobody creates it, until it is deleted", async () => {
    const { send, get, state } = mocked();
    expect(await get("GET /readers/rui")).toEqual({ reader_id: "rui", name: "Inês", active: true });
    expect(state.list("Reader")).toHaveLength(1);
    await get("PATCH /readers/rui", { name: "Rui" });
    expect(await get("GET /readers/rui")).toMatchObject({ name: "Rui" });
    expect((await send("DELETE /readers/rui")).status).toBe(204);
    expect((await send("DELETE /readers/eva")).status).toBe(204);
    for (const path of ["/readers/rui", "/readers/rui/card", "/readers/eva"])
      expect((await send(`GET ${path}`)).status).toBe(404);
    expect(await get("GET /readers/ines/card")).toEqual({ number: "0001" });
    state.restore(state.snapshot());
    expect((await send("GET /readers/eva")).status).toBe(404);
    for (const id of ["rui", "eva"]) state.put("Reader", { reader_id: id, name: id, active: true });
    expect(state.snapshot()).not.toHaveProperty("deleted");
  });

  test("may be there where what creates it is switched off", async () => {
    const { send, state } = mocked({ isOn: (operationId) => operationId !== "CreateBook" });
    expect(state.handlerOf("CreateBook")).toBeUndefined();
    expect((await send("GET /books/bok_any")).status).toBe(200);
    const body = { book_ids: ["bok_any"] };
    expect((await send(`POST /shelves/${shelfId}/jobs`, body)).status).toBe(202);
  });
});

describe("what handlers and tests do with the state", () => {
  test("is told in copies", () => {
    const { state } = mocked();
    const shelf = state.get("Shelf", shelfId) as { labels: string[] };
    shelf.labels.push("changed");
    expect(state.get("Shelf", shelfId)).toMatchObject({ labels: ["maps"] });
    const given = { id: "bok_1", title: "A", tags: ["x"] };
    state.put("Book", given, { shelf_id: shelfId });
    given.tags.push("y");
    expect(state.get("Book", "bok_1")).toMatchObject({ tags: ["x"] });
  });

  test("is served, in the scope that it was put in", async () => {
    const { state, get } = mocked();
    state.put("Book", { id: "bok_1", title: "A" }, { shelf_id: shelfId });
    expect(await get(`GET /shelves/${shelfId}/books`)).toHaveLength(2);
    expect(await get("GET /books/bok_1")).toMatchObject({ title: "A", shelf_id: shelfId });
    expect(state.remove("Book", "bok_1")).toBe(true);
    expect(state.remove("Book", "bok_1")).toBe(false);
  });

  test("is answered as the operation may, whatever was put", async () => {
    const { state, get } = mocked();
    state.put("Book", { id: "bok_1", shelf_id: shelfId, title: "A", pages: "many", colour: "red" });
    const book = { id: "bok_1", shelf_id: shelfId, title: "A", pages: 120 };
    expect(await get("GET /books/bok_1")).toEqual(book);
    expect(state.get("Book", "bok_1")).toMatchObject({ pages: "many", colour: "red" });
  });

  test("gets a key where it has none", () => {
    const { state } = mocked({ start: "empty" });
    state.seed({ Job: [{ status: "RUNNING" }, { status: "QUEUED" }] });
    expect(state.list("Job")).toMatchObject([{ job_id: 1 }, { job_id: 2 }]);
  });

  test("names resources that there are", () => {
    const { state } = mocked();
    expect(() => state.list("Shelves")).toThrow("there is no resource Shelves; there are: Shelf, ");
    expect(() => state.put("Shelf", "x")).toThrow(TypeError);
  });

  test("can say that a create has no body to answer", async () => {
    const { send, state } = mocked({}, libraryWith({ CreateFile: { at: undefined } as never }));
    const { status } = await send(`POST /shelves/${shelfId}/files`, { name: "new.md" });
    expect(status).toBe(201);
    expect(state.get("File", "new.md")).toMatchObject({ name: "new.md", shelf_id: shelfId });
  });
});
