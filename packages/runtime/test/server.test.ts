import { describe, expect, test } from "vitest";
import { createServerCore, partial } from "../src/server/index.ts";
import type { Route } from "../src/server/index.ts";
import * as fixture from "./fixture.ts";
import { bodyOf, echo, everything, send, sendJson, serve } from "./server-harness.ts";

describe("a request finds its operation", () => {
  test("with its parameters decoded", async () => {
    const response = await send(everything, "GET", "/books/a%2Fb?x=1", {
      headers: { "x-trace": "t", cookie: "a=1; theme=dark%20blue" },
    });
    expect(response.status).toBe(200);
    expect(response.headers).toEqual({ "content-type": "application/json" });
    expect(bodyOf(response)).toEqual({
      path: { book_id: "a/b" },
      header: { "X-Trace": "t" },
      cookie: { theme: "dark blue" },
    });
  });

  test("with a query that is read by its shapes", async () => {
    const response = await send(everything, "GET", "/books?status=a,b&page=2&other=x");
    expect(bodyOf(response)).toEqual({ query: { page: 2, status: ["a", "b"] } });
  });

  test("with what is described for those that are absent, a copy for each request", async () => {
    const filter = { default: { tags: ["new"] }, style: "deepObject", explode: true } as const;
    const parameters = [
      { name: "page", in: "query", shape: "integer", default: 1 },
      { name: "filter", in: "query", shape: { object: { tags: "any" } }, ...filter },
      { name: "X-Kind", in: "header", default: "all" },
      { name: "needed", in: "query", required: true, default: "none" },
    ] as const;
    const operation = { ...fixture.listBooks, parameters };
    const seen: unknown[] = [];
    const handler = (input: { query: { filter: { tags: string[] } } }) => {
      seen.push(structuredClone(input));
      input.query.filter.tags.push("changed");
      return { status: 200, body: {} };
    };
    const server = createServerCore(fixture.api, [
      { operation, validators: {}, handler: handler as Route["handler"] },
    ]);
    const header = { "X-Kind": "all" };
    await send(server, "GET", "/books");
    await send(server, "GET", "/books?page=2");
    expect(seen).toEqual([
      { query: { page: 1, filter: filter.default }, header },
      { query: { page: 2, filter: filter.default }, header },
    ]);
  });

  test.each([
    ["/books/events", {}],
    ["/books/event%73", {}],
    ["http://elsewhere/books/events?x#y", {}],
    ["/export.csv", { path: { format: "csv" } }],
  ])("the concrete %s before the template", async (url, input) => {
    expect(bodyOf(await send(everything, "GET", url))).toEqual(input);
  });

  test("not through a template where the concrete path lacks the method", async () => {
    const response = await send(everything, "DELETE", "/books/events");
    expect([response.status, response.headers["allow"]]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  test.each([
    "/",
    "/book",
    "/books/",
    "/books/a/b",
    "//books",
    "/books/..",
    "/books/%2e%2e",
    "*",
    "books",
  ])("%s is not found", async (url) => {
    const response = await send(everything, "GET", url);
    expect(response.status).toBe(404);
    expect(bodyOf(response)).toEqual({ type: "NotFound" });
  });

  test("another method is refused with those that are allowed", async () => {
    const response = await send(everything, "PATCH", "/books/a");
    expect(response.status).toBe(405);
    expect(response.headers["allow"]).toBe("DELETE, GET, HEAD, OPTIONS");
    expect(bodyOf(response)).toEqual({ type: "MethodNotAllowed" });
  });

  test("HEAD is GET without its body", async () => {
    const response = await send(everything, "HEAD", "/books");
    expect(response).toEqual({ status: 200, headers: { "content-type": "application/json" } });
    expect(await send(everything, "HEAD", "/nowhere")).not.toHaveProperty("body");
  });

  test("below a base path", async () => {
    const mounted = serve([echo(fixture.listBooks)], { basePath: "/v1/" });
    expect((await send(mounted, "GET", "/v1/books")).status).toBe(200);
    expect((await send(mounted, "GET", "/books")).status).toBe(404);
    expect((await send(mounted, "GET", "/v1books")).status).toBe(404);
  });

  test("a path that is not well percent-encoded is an issue", async () => {
    const response = await send(everything, "GET", "/books/%ff");
    expect(response.status).toBe(400);
    expect(bodyOf(response)).toEqual({
      type: "ValidationError",
      errors: [
        {
          in: "path",
          pointer: "/book_id",
          keyword: "encoding",
          message: "must be percent-encoded UTF-8",
        },
      ],
    });
  });

  test("two routes of one method and path are refused", () => {
    const routes = [echo(fixture.getBook), echo(fixture.getBook)];
    expect(() => serve(routes)).toThrow("GET /books/{book_id} is defined twice");
  });
});

describe("the handler", () => {
  test("that is missing answers 501, behind validation", async () => {
    const server = serve([
      echo(fixture.createBook, { handler: undefined, validators: fixture.createBookValidators }),
    ]);
    expect((await sendJson(server, "POST", "/books", '{"title":"A"}')).status).toBe(501);
    expect((await sendJson(server, "POST", "/books", "{}")).status).toBe(400);
  });

  test("that throws answers 500 and is reported, not shown", async () => {
    const failures: unknown[] = [];
    const error = new Error("secret");
    const server = serve([echo(fixture.listBooks, { handler: () => Promise.reject(error) })], {
      onError: ({ phase, operation, error: reported }) =>
        failures.push([phase, operation.operationId, reported]),
    });
    const response = await send(server, "GET", "/books");
    expect(response.status).toBe(500);
    expect(bodyOf(response)).toEqual({
      type: "about:blank",
      title: "Internal Server Error",
      status: 500,
      code: "InternalServerError",
    });
    expect(response.headers["content-type"]).toBe("application/problem+json");
    expect(failures).toEqual([["handler", "ListBooks", error]]);
  });

  test("that gives no status answers 500", async () => {
    const failures: string[] = [];
    const handler = (() => undefined) as unknown as NonNullable<Route["handler"]>;
    const server = serve([echo(fixture.listBooks, { handler })], {
      onError: ({ phase, error }) => failures.push(`${phase}: ${(error as Error).message}`),
    });
    expect((await send(server, "GET", "/books")).status).toBe(500);
    expect(failures).toEqual(["response: ListBooks: the handler returned no status"]);
  });

  test("gets the context that the options make", async () => {
    const server = createServerCore<{ user: unknown; last: unknown; aborted: boolean }>(
      fixture.api,
      [
        {
          operation: fixture.listBooks,
          validators: {},
          handler: (_, context) => ({ status: 200, body: context }),
        },
      ],
      {
        context: async ({ operation, lastEventId, signal }) => ({
          user: operation.operationId,
          last: lastEventId,
          aborted: signal.aborted,
        }),
      },
    );
    const response = await send(server, "GET", "/books", { headers: { "last-event-id": "7" } });
    expect(bodyOf(response)).toEqual({ user: "ListBooks", last: "7", aborted: false });
  });

  test("is not reached when the context fails", async () => {
    const phases: string[] = [];
    const server = serve([echo(fixture.listBooks)], {
      context: () => Promise.reject(new Error("no store")),
      onError: ({ phase }) => phases.push(phase),
    });
    expect((await send(server, "GET", "/books")).status).toBe(500);
    expect(phases).toEqual(["context"]);
  });

  test("may be one of a few", () => {
    interface Handlers {
      books: { a: () => number; b: () => number };
    }
    const handlers = { books: { a: () => 1 } };
    expect(partial<Handlers>(handlers)).toBe(handlers);
  });
});

test("validators are loaded once, at the first request", async () => {
  let loads = 0;
  const validators = async () => {
    loads++;
    return fixture.createBookValidators;
  };
  const server = serve([echo(fixture.createBook, { validators })]);
  expect(loads).toBe(0);
  expect((await sendJson(server, "POST", "/books", "{}")).status).toBe(400);
  expect((await sendJson(server, "POST", "/books", "{}")).status).toBe(400);
  expect(loads).toBe(1);
});

test("without an error schema of its own a description's errors are problem details", async () => {
  const { securitySchemes, servers } = fixture.api;
  const server = serve([echo(fixture.createBook)], {}, { securitySchemes, servers });
  const response = await sendJson(server, "POST", "/books", "{");
  expect(response.headers["content-type"]).toBe("application/problem+json");
  expect(bodyOf(response)).toEqual({
    type: "about:blank",
    title: "Bad Request",
    status: 400,
    code: "ValidationError",
    errors: [{ in: "body", pointer: "", keyword: "json", message: "must be JSON" }],
  });
});

test("a server names its operations", () => {
  expect(everything.operations.map(({ operationId }) => operationId)).toContain("ExportBooks");
});
