import { describe, expect, test, vi } from "vitest";
import { createMockEngine } from "../src/create-mock.ts";
import type { MockOperation } from "../src/description.ts";
import type { CreateMockOptions } from "../src/types.ts";
import { books, dune, json, mocked, seen, until } from "./engine-books.ts";
import { QuickClock } from "./quick-clock.ts";
import { ManualClock } from "./state/manual-clock.ts";

const gone = { status: 404, body: { title: "Gone" } };

describe("where the mock is", () => {
  test.each([
    [undefined, "/books/b1", 200],
    [undefined, "http://any.example/books/b1", 200],
    ["https://api.example.com/v1", "/v1/books/b1", 200],
    ["https://api.example.com/v1/", "https://api.example.com/v1/books/b1?theme=dark", 200],
    ["https://api.example.com/v1", "/books/b1", 404],
    ["https://api.example.com/v1", "/v10/books/b1", 404],
    ["https://api.example.com", "/books/b1", 200],
    ["/v1", "http://any.example/v1/books/b1", 200],
    ["*", "http://any.example/books/b1", 200],
  ])("with the base URL %s: %s is answered with %d", async (baseUrl, url, status) => {
    const { mock, send } = mocked(baseUrl === undefined ? {} : { baseUrl });
    expect((await send(`GET ${url}`)).status).toBe(status);
    const { pathname, search } = new URL(url, "http://any.example");
    expect(mock.knows("GET", pathname + search)).toBe(status === 200);
  });

  test.each(["api.example.com/v1", "v1"])("is not %s, which is no URL", (baseUrl) => {
    expect(() => mocked({ baseUrl })).toThrow(/baseUrl/);
  });

  test("is below the paths of the description's servers too", async () => {
    const api = { ...books.api, servers: ["http://books.example/v1/", "/v1/beta"] };
    const mock = createMockEngine({ ...books, api });
    for (const path of ["/books/b1", "/v1/books/b1", "/v1/beta/books/b1"])
      expect((await mock.fetch(path)).status).toBe(200);
    expect((await mock.fetch("/v2/books/b1")).status).toBe(404);
  });

  const places: [options: CreateMockOptions, known: string[], unknown: string[]][] = [
    [{ basePath: "/v2" }, ["/v2/books"], ["/books", "/v1/books", "//v2/books/"]],
    [{ basePath: ["/v2", "/"] }, ["/v2/books", "/books"], ["/v1/books"]],
    [{ basePath: "/" }, ["/books"], ["/v1/books", "/books/"]],
    [{ slashes: "lenient" }, ["/v1/books", "//books/"], ["/v2/books"]],
    [{ baseUrl: "http://any.example/v2", slashes: "lenient" }, ["/v2//books"], ["/books"]],
  ];
  test.each(places)("with the options %j: %j, not %j", async (options, known, unknown) => {
    const api = { ...books.api, servers: ["http://books.example/v1/"] };
    const mock = createMockEngine({ ...books, api }, options);
    for (const path of [...known, ...unknown]) {
      const isKnown = known.includes(path);
      const { status } = await mock.fetch(`http://any.example${path}`);
      expect([path, status]).toEqual([path, isKnown ? 200 : 404]);
      expect(mock.knows("GET", path)).toBe(isKnown);
      const request = { method: "GET", url: path, headers: {} };
      expect((await mock.server.handleKnown(request)) !== undefined).toBe(isKnown);
    }
  });

  test("is said once", () => {
    expect(() => mocked({ baseUrl: "/v1", basePath: "/v1" })).toThrow(/either basePath or baseUrl/);
    expect(() => mocked({ basePath: "v1" })).toThrow(/basePath "v1" is not a path/);
  });

  test("takes a Request as it takes a URL", async () => {
    const { mock } = mocked();
    const url = "http://books.example/books";
    const request = new Request(url, { method: "POST", ...json({ title: "Emma" }) });
    expect(await seen(await mock.fetch(request))).toMatchObject({ status: 201 });
    expect(await seen(await mock.fetch(new URL(url)))).toMatchObject({ status: 200 });
  });
});

describe("credentials", () => {
  test("are not asked for", async () => {
    const { send } = mocked();
    expect((await send("GET /secret")).status).toBe(200);
  });

  test("are demanded, and verified, where somebody does so", async () => {
    const { send } = mocked({
      security: {
        bearer: ({ token }: { token: string }) => (token === "good" ? "ines" : undefined),
      },
    } as unknown as CreateMockOptions);
    const by = (token: string) =>
      send("GET /secret", { headers: { authorization: `Bearer ${token}` } });
    expect((await send("GET /secret")).status).toBe(401);
    expect((await send("GET /books/b1")).status).toBe(200);
    expect((await by("good")).status).toBe(200);
    expect((await by("bad")).status).toBe(401);
  });
});

describe("of each request", () => {
  test("is told what it was, and what was wrong with it", async () => {
    const clock = new ManualClock();
    const { send, exchanges } = mocked({ clock });
    await send("POST /books?dry=maybe", json({}));
    expect(exchanges).toStrictEqual([
      {
        number: 1,
        time: clock.now(),
        method: "POST",
        url: "/books?dry=maybe",
        operationId: "CreateBook",
        status: 400,
        duration: expect.any(Number),
        mode: "mock",
        fault: undefined,
        violations: [
          {
            operationId: "CreateBook",
            method: "POST",
            url: "/books?dry=maybe",
            side: "request",
            status: 400,
            message: "refused with 400",
            issues: expect.arrayContaining([expect.objectContaining({ in: "query" })]),
          },
        ],
      },
    ]);
  });

  test("is told that no operation has it", async () => {
    const { send, exchanges } = mocked();
    await send("GET /nowhere");
    expect(exchanges).toMatchObject([{ operationId: undefined, status: 404, violations: [] }]);
  });

  test("is told when its stream has ended, or is left", async () => {
    const { mock, exchanges } = mocked({ clock: new QuickClock() });
    const whole = await mock.fetch("/books/events");
    expect(exchanges).toHaveLength(0);
    await whole.text();
    expect(exchanges).toHaveLength(1);
    const left = await mock.fetch("/books/events");
    await left.body?.cancel();
    await until(() => exchanges.length === 2);
  });
});

describe("the start", () => {
  test("is come back to by a reset, with what was set up", async () => {
    const setup = vi.fn<NonNullable<CreateMockOptions["setup"]>>((mock) => {
      mock.on("DeleteBook", gone);
      mock.seed({ Book: [{ book_id: "b9", title: "Set up" }] });
    });
    const faults = [{ operation: "ListBooks", status: 400 }];
    const { mock, send } = mocked({ setup, faults, onError: () => {} });
    expect(setup).toHaveBeenCalledOnce();
    const start = mock.snapshot();
    await send("POST /books", json({ title: "Emma" }));
    mock.on("GetBook", gone);
    mock.faults.clear();
    expect(mock.snapshot()).not.toStrictEqual(start);
    mock.reset();
    expect(setup).toHaveBeenCalledTimes(2);
    expect(mock.snapshot()).toStrictEqual(start);
    expect(mock.faults.rules).toStrictEqual(faults);
    expect((await send("GET /books/b9")).body).toMatchObject({ title: "Set up" });
    expect((await send("DELETE /books/b9")).status).toBe(404);
  });

  test("is empty, or a snapshot of another mock", async () => {
    const first = mocked();
    await first.send("POST /books", json({ title: "Emma" }));
    const start = JSON.parse(JSON.stringify(first.mock.snapshot()));
    const titles = ({ mock }: typeof first) =>
      mock.state.list("Book").map((book) => (book as { title: string }).title);
    expect(titles(mocked({ start }))).toStrictEqual(["Dune", "Emma"]);
    expect(titles(mocked({ start: "empty" }))).toStrictEqual([]);
  });

  test("lets the same faults happen again by chance after a reset", async () => {
    const { mock, send } = mocked({ faults: [{ probability: 0.5, status: 404 }] });
    const run = async (): Promise<number[]> => {
      const statuses: number[] = [];
      for (let left = 20; left > 0; left -= 1) statuses.push((await send("GET /books/b1")).status);
      return statuses;
    };
    const first = await run();
    expect(new Set(first)).toStrictEqual(new Set([200, 404]));
    mock.reset();
    expect(await run()).toStrictEqual(first);
  });
});

test("an operation that documents errors alone succeeds, and can be made to fail", async () => {
  const operations = books.operations.map((mock) => {
    const isGetBook = mock.operation.operationId === "GetBook";
    if (!isGetBook) return mock;
    const answers = [gone];
    return { ...mock, answers, operation: { ...mock.operation, responses: { 404: {} } } };
  });
  const mock = createMockEngine({ ...books, operations }, { state: false });
  expect(await seen(await mock.fetch("/books/b1"))).toStrictEqual({ status: 200, body: "" });
  const refused = await mock.fetch("/books/b1", { headers: { prefer: "code=404" } });
  expect(await seen(refused)).toMatchObject({ status: 404 });
});

test("requests that bring no id are numbered, so that nothing is made by chance", async () => {
  const { mock } = mocked();
  const idOf = async (headers: HeadersInit = {}) =>
    (await mock.fetch("/books/b1", { headers })).headers.get("x-request-id");
  expect(await idOf()).toBe("00000000-0000-4000-8000-000000000001");
  expect(await idOf({ "x-request-id": "mine" })).toBe("mine");
  expect(await idOf()).toBe("00000000-0000-4000-8000-000000000002");
  mock.reset();
  expect(await idOf()).toBe("00000000-0000-4000-8000-000000000001");
});

test("an adapter leaves paths to others that are none of the API's, and no other", async () => {
  const { server } = mocked({ baseUrl: "/v1" }).mock;
  const statusOf = async (method: string, url: string) =>
    (await server.handleKnown({ method, url, headers: {} }))?.status;
  expect(await statusOf("GET", "/v1/books/b1")).toBe(200);
  expect(await statusOf("PURGE", "/v1/books/b1")).toBe(405);
  expect(await statusOf("GET", "/books/b1")).toBeUndefined();
  expect(await statusOf("GET", "/v1/elsewhere")).toBeUndefined();
});

describe("remembering", () => {
  test("is switched off by operation, or for all", async () => {
    const byOperation = mocked({ state: { GetBook: false } });
    expect((await byOperation.send("GET /books/none")).status).toBe(200);
    await byOperation.send("DELETE /books/b1");
    expect((await byOperation.send("GET /books")).body).toMatchObject({ books: [] });
    const forAll = mocked({ state: false });
    await forAll.send("DELETE /books/b1");
    expect((await forAll.send("GET /books")).body).toStrictEqual({ books: [dune] });
  });

  test.each([{ state: { GetBok: false } }, { upstream: { url: "/", modes: { GetBok: "mock" } } }])(
    "is not switched for an operation that there is not: %j",
    (options) => {
      expect(() => mocked(options as CreateMockOptions)).toThrow(
        "there is no operation GetBok; did you mean GetBook?",
      );
    },
  );
});

test("an operation without any answer is not implemented", async () => {
  const none = (mock: MockOperation): MockOperation => ({ ...mock, answers: [] });
  const mock = createMockEngine(
    { ...books, operations: books.operations.map(none) },
    { state: false },
  );
  expect((await mock.fetch("/books/b1")).status).toBe(501);
});
