import { describe, expect, test, vi } from "vitest";
import type { CreateMockOptions } from "../src/types.ts";
import { dune, mocked, prefer } from "./engine-books.ts";
import { QuickClock } from "./quick-clock.ts";

const gone = { status: 404, body: { title: "Gone" } };

describe("an override", () => {
  test("answers instead of the mock, the last that was given", async () => {
    const { mock, send } = mocked();
    mock.on("GetBook", gone);
    mock.on("GetBook", { status: 200, body: { title: "Last" } });
    expect(await send("GET /books/b1")).toStrictEqual({ status: 200, body: { title: "Last" } });
  });

  test("makes its answer from the request, what is remembered and the default", async () => {
    const { mock, send } = mocked();
    mock.on("GetBook", async (input, { state, operation, fallback }) => {
      const { path } = input as { readonly path: { readonly book_id: string } };
      const { status, body } = await fallback();
      const known = state.list("Book").length;
      const { operationId } = operation;
      return { status, body: { ...Object(body), id: path.book_id, known, operationId } };
    });
    expect(await send("GET /books/b1")).toStrictEqual({
      status: 200,
      body: { ...dune, id: "b1", known: 1, operationId: "GetBook" },
    });
  });

  test("falls back to the refusal of what is not there", async () => {
    const { mock, send } = mocked();
    mock.on("GetBook", (_, { fallback }) => fallback());
    expect((await send("GET /books/none")).status).toBe(404);
  });

  test("may change what is remembered", async () => {
    const { mock, send } = mocked();
    mock.on("GetBook", (_, { state, fallback }) => {
      state.put("Book", { ...dune, title: "Read" });
      return fallback();
    });
    expect((await send("GET /books/b1")).body).toMatchObject({ title: "Read" });
    expect(mock.state.get("Book", "b1")).toMatchObject({ title: "Read" });
  });

  test("may change the default's body, which changes nothing that is remembered", async () => {
    const { mock, send } = mocked();
    const takeBack = mock.on("GetBook", async (_, { fallback }) => {
      const answer = await fallback();
      Object.assign(Object(answer.body), { title: "Spoiled" });
      return answer;
    });
    expect((await send("GET /books/b1")).body).toMatchObject({ title: "Spoiled" });
    takeBack();
    expect((await send("GET /books/b1")).body).toStrictEqual(dune);
  });

  test("is taken back, and the one before holds again", async () => {
    const { mock, send } = mocked();
    const takeFirstBack = mock.on("GetBook", gone);
    const takeBack = mock.on("GetBook", { status: 200, body: { title: "Last" } });
    takeBack();
    takeBack();
    expect((await send("GET /books/b1")).status).toBe(404);
    takeFirstBack();
    expect(await send("GET /books/b1")).toStrictEqual({ status: 200, body: dune });
  });

  test("that was given twice is taken back as often as it is told", async () => {
    const { mock, send } = mocked();
    const takeBack = mock.on("GetBook", gone);
    mock.on("GetBook", gone);
    takeBack();
    takeBack();
    expect((await send("GET /books/b1")).status).toBe(404);
  });

  test("of an operation that there is not is refused, with the nearest", () => {
    const { mock } = mocked();
    expect(() => mock.on("GetBok", gone)).toThrow(
      "there is no operation GetBok; did you mean GetBook?",
    );
  });

  test("tells a stream bit by bit", async () => {
    const clock = new QuickClock();
    const { mock, send } = mocked({ clock, streams: { interval: 5 } });
    mock.on("WatchBooks", (_, { fallback }) => fallback());
    expect((await send("GET /books/events")).body).toContain('data: {"n":3}');
    expect(clock.waits).toStrictEqual([5, 5]);
  });

  test.each([
    ["an object", { book_id: "b1" }],
    ["a text", "Dune"],
    ["null", null],
  ])("that does not conform by %s is answered, and told of", async (_name, body) => {
    const onError = vi.fn<NonNullable<CreateMockOptions["onError"]>>();
    const { mock, send, exchanges } = mocked({ onError });
    mock.on("GetBook", { status: 200, body });
    expect(await send("GET /books/b1")).toStrictEqual({ status: 200, body });
    expect(onError).toHaveBeenCalledOnce();
    expect(onError.mock.calls[0]?.[0]).toMatchObject({ phase: "response" });
    expect(exchanges).toMatchObject([
      { operationId: "GetBook", violations: [{ side: "response", status: 200 }] },
    ]);
  });

  test("that does not conform is refused where answers are to be strict", async () => {
    const { mock, send } = mocked({ validateResponses: "strict", onError: () => {} });
    mock.on("GetBook", { status: 200, body: { book_id: "b1" } });
    expect((await send("GET /books/b1")).status).toBe(500);
  });

  test("gives way to the status that a request prefers", async () => {
    const { mock, send } = mocked();
    mock.on("GetBook", { status: 200, body: { title: "Mine" } });
    const asked = await send("GET /books/b1", prefer("code=404"));
    expect(asked).toStrictEqual({ status: 404, body: { title: "No such book." } });
  });
});
