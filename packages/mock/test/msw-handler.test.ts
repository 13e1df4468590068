import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createMock } from "../src/msw.ts";
import type { CreateMockOptions } from "../src/types.ts";
import { dune, items, json, prefer, seen, watched } from "./engine-books.ts";
import { QuickClock } from "./quick-clock.ts";

/** What no mock takes is answered with 418, and never leaves the process. */
const server = setupServer(http.all("*", () => new HttpResponse(null, { status: 418 })));
beforeAll(() => server.listen());
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const mocked = (options: CreateMockOptions = {}) =>
  createMock(watched, { clock: new QuickClock(), onError: () => {}, ...options });

const url = "http://books.example/books";

const get = async (address: string, init?: RequestInit) => seen(await fetch(address, init));

const gone = { status: 404, body: { title: "Gone" } };

describe("one operation as a handler of MSW", () => {
  test("answers as the mock does, and remembers as it does", async () => {
    const mock = mocked();
    server.use(mock.handler("GetBook"), mock.handler("DeleteBook"));
    expect(await get(`${url}/b1`)).toStrictEqual({ status: 200, body: dune });
    expect((await get(`${url}/b1`, prefer("code=404"))).status).toBe(404);
    await fetch(`${url}/b1`, { method: "DELETE" });
    expect((await get(`${url}/b1`)).status).toBe(404);
    expect(mock.state.list("Book")).toStrictEqual([]);
  });

  test("answers with a given answer, for as long as MSW has the handler", async () => {
    const mock = mocked();
    server.use(mock.handler("GetBook", gone));
    expect(await get(`${url}/b1`)).toStrictEqual(gone);
    expect((await mock.fetch("/books/b1")).status).toBe(200);
    server.resetHandlers();
    expect((await get(`${url}/b1`)).status).toBe(418);
  });

  test("answers with a handler, from the input, what is remembered and the default", async () => {
    const mock = mocked();
    server.use(
      mock.handler("GetBook", async (input, { state, fallback }) => {
        const { body } = await fallback();
        return { status: 200, body: { ...Object(body), input, known: state.list("Book").length } };
      }),
    );
    expect((await get(`${url}/b1`)).body).toMatchObject({
      ...dune,
      input: { path: { book_id: "b1" } },
      known: 1,
    });
  });

  test("answers with what a handler throws by fail", async () => {
    const mock = mocked();
    server.use(
      mock.handler("GetBook", (_, __, fail) => {
        throw fail(gone);
      }),
    );
    expect(await get(`${url}/b1`)).toStrictEqual(gone);
  });

  test("refuses what the server refuses before anybody is asked", async () => {
    server.use(mocked().handler("CreateBook", { status: 201, body: dune }));
    expect((await get(url, { method: "POST", ...json({}) })).status).toBe(400);
    expect((await get(url, { method: "POST", body: "x" })).status).toBe(415);
    expect((await get(url, { method: "POST", ...json({ title: "Emma" }) })).status).toBe(201);
  });

  test("streams what it is given, time and again", async () => {
    const mock = mocked();
    server.use(mock.handler("WatchBooks"));
    const read = async () => [...(await (await fetch(`${url}/events`)).text()).matchAll(/^data/gm)];
    expect(await read()).toHaveLength(items.length);
    expect(await read()).toHaveLength(items.length);
  });

  test("leaves other methods, other paths and more specific ones to other handlers", async () => {
    const mock = mocked();
    server.use(mock.handler("GetBook", gone));
    expect((await get(`${url}/b1`)).status).toBe(404);
    expect((await get(`${url}/b1`, { method: "DELETE" })).status).toBe(418);
    expect((await get(url)).status).toBe(418);
    expect((await get(`${url}/events`)).status).toBe(418);
  });

  test("is at the base URL of the mock alone", async () => {
    server.use(mocked({ baseUrl: "http://one.example/api/" }).handler("ListBooks"));
    expect((await get("http://one.example/api/books")).status).toBe(200);
    expect((await get("http://one.example/books")).status).toBe(418);
    expect((await get("http://two.example/api/books")).status).toBe(418);
  });

  test("is below the base path of the mock, at any origin", async () => {
    server.use(mocked({ basePath: "/api" }).handler("ListBooks"));
    expect((await get("http://one.example/api/books")).status).toBe(200);
    expect((await get("http://two.example/api/books")).status).toBe(200);
    expect((await get("http://one.example/books")).status).toBe(418);
    expect((await get("http://one.example/api/books/")).status).toBe(418);
    server.use(mocked({ basePath: "/api", slashes: "lenient" }).handler("ListBooks"));
    expect((await get("http://one.example/api/books/")).status).toBe(200);
  });

  test("asks for credentials where the mock does", async () => {
    server.use(mocked().handler("GetSecret"));
    expect((await get("http://books.example/secret")).status).toBe(200);
    server.use(mocked({ security: {} }).handler("GetSecret", { status: 200, body: { n: 2 } }));
    expect((await get("http://books.example/secret")).status).toBe(401);
  });

  test("answers before another server does, where it has an answer of its own", async () => {
    const upstream = {
      url: "http://real.example",
      fetch: async () => Response.json({ title: "Real" }),
    };
    const mock = mocked({ upstream });
    server.use(mock.handler("GetBook"));
    expect((await get(`${url}/b1`)).body).toStrictEqual({ title: "Real" });
    server.use(mock.handler("GetBook", gone));
    expect(await get(`${url}/b1`)).toStrictEqual(gone);
  });

  test.each([undefined, gone])("is of an operation that there is", (answer) => {
    expect(() => mocked().handler("GetBok", answer)).toThrow(
      new TypeError("there is no operation GetBok; did you mean GetBook?"),
    );
  });
});
