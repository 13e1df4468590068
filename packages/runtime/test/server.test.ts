import { describe, expect, test } from "vitest";
import type { ApiDescriptor } from "../src/operation.ts";
import { createServerCore, partial } from "../src/server/index.ts";
import type {
  HttpRequest,
  HttpResponse,
  Route,
  Server,
  ServerOptions,
} from "../src/server/index.ts";
import * as fixture from "./fixture.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A route whose handler answers with its input. */
const echo = (operation: Route["operation"], more: Partial<Route> = {}): Route => ({
  operation,
  validators: {},
  handler: (input) => ({ status: 200, body: input }),
  ...more,
});

const serve = (
  routes: Route[],
  options?: ServerOptions,
  api: ApiDescriptor = fixture.api,
): Server => createServerCore(api, routes, options);

const send = (
  server: Server,
  method: string,
  url: string,
  more: Partial<HttpRequest> = {},
): Promise<HttpResponse> => server.handle({ method, url, headers: {}, ...more });

const sendJson = (server: Server, method: string, url: string, text: string) =>
  send(server, method, url, {
    headers: { "content-type": "application/json" },
    body: bytes(text),
  });

const bodyOf = (response: HttpResponse): unknown => JSON.parse(String(response.body));

const everything = serve([
  echo(fixture.getBook),
  echo(fixture.listBooks),
  echo(fixture.createBook, { validators: fixture.createBookValidators }),
  echo(fixture.deleteBook),
  echo(fixture.watchBooks),
  echo(fixture.exportBooks),
]);

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

  test.each([
    ["/books/events", {}],
    ["/books/event%73", {}],
    ["http://elsewhere/books/events?x#y", {}],
    ["/export.csv", { path: { format: "csv" } }],
  ])("the concrete %s before the template", async (url, input) => {
    expect(bodyOf(await send(everything, "GET", url))).toEqual(input);
  });

  test("through a template where the concrete path lacks the method", async () => {
    const response = await send(everything, "DELETE", "/books/events");
    expect(bodyOf(response)).toEqual({ path: { book_id: "events" } });
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
    expect(response.headers["allow"]).toBe("DELETE, GET, HEAD");
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
    expect(() => serve(routes)).toThrow("GET /books/{book_id} is there twice");
  });
});

describe("a body", () => {
  test("is decoded and validated", async () => {
    const response = await sendJson(everything, "POST", "/books?dry=true", '{"title":"A"}');
    expect(bodyOf(response)).toEqual({ query: { dry: true }, body: { title: "A" } });
  });

  test("and the parameters are refused with every issue at once", async () => {
    const response = await sendJson(everything, "POST", "/books?dry=1", "{}");
    expect(response.status).toBe(400);
    expect(bodyOf(response)).toEqual({
      type: "ValidationError",
      errors: [
        { in: "query", pointer: "/dry", keyword: "type", message: "must be boolean" },
        { in: "body", pointer: "/title", keyword: "required", message: "must have title" },
      ],
    });
  });

  test.each([
    ["{", "json"],
    ["\u0000", "json"],
  ])("%j is no JSON", async (text, keyword) => {
    const response = await sendJson(everything, "POST", "/books?dry=1", text);
    expect(bodyOf(response)).toMatchObject({ errors: [{ in: "body", keyword }, { in: "query" }] });
  });

  test("that is no UTF-8 is refused", async () => {
    const response = await send(everything, "POST", "/books", {
      headers: { "content-type": "application/json" },
      body: Uint8Array.of(0x22, 0xff, 0x22),
    });
    expect(bodyOf(response)).toMatchObject({ errors: [{ in: "body", keyword: "encoding" }] });
  });

  test("that is missing though required is an issue", async () => {
    const response = await send(everything, "POST", "/books");
    expect(response.status).toBe(400);
    expect(bodyOf(response)).toMatchObject({
      errors: [{ in: "body", pointer: "", keyword: "required" }],
    });
  });

  test("that is missing and optional is no member of the input", async () => {
    for (const more of [
      {},
      { body: bytes("") },
      { headers: { "content-type": "application/json" } },
    ]) {
      expect(bodyOf(await send(everything, "DELETE", "/books/a", more))).toEqual({
        path: { book_id: "a" },
      });
    }
  });

  test.each([undefined, "text/plain", "nonsense"])(
    "of the content type %s is refused",
    async (type) => {
      const headers = type === undefined ? {} : { "content-type": type };
      const response = await send(everything, "POST", "/books", { headers, body: bytes("{}") });
      expect(response.status).toBe(415);
      expect(bodyOf(response)).toEqual({ type: "UnsupportedMediaType" });
    },
  );

  test("of an operation that takes none is ignored", async () => {
    const response = await send(everything, "GET", "/books", { body: bytes("x") });
    expect(response.status).toBe(200);
  });

  test("above the limit is refused, however it arrives", async () => {
    const server = serve([echo(fixture.createBook)], { maxBodyBytes: 10 });
    const state = { left: false };
    async function* endless() {
      try {
        for (;;) yield bytes("12345");
      } finally {
        state.left = true;
      }
    }
    const headers = { "content-type": "application/json" };
    for (const request of [
      { headers, body: bytes('"123456789"') },
      { headers, body: endless() },
      { headers: { ...headers, "content-length": "11" }, body: endless() },
    ]) {
      const response = await send(server, "POST", "/books", request);
      expect(response.status).toBe(413);
      expect(bodyOf(response)).toEqual({ type: "PayloadTooLarge" });
    }
    expect(state.left).toBe(true);
    expect((await sendJson(server, "POST", "/books", '"12345678"')).status).toBe(200);
  });

  test("that is announced above the limit is not even begun", async () => {
    const server = serve([echo(fixture.createBook)], { maxBodyBytes: 10 });
    const body: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }),
    };
    const headers = { "content-type": "application/json", "content-length": "11" };
    expect((await send(server, "POST", "/books", { headers, body })).status).toBe(413);
  });

  test("that breaks off is refused", async () => {
    async function* broken() {
      yield bytes("{");
      throw new Error("reset");
    }
    const headers = { "content-type": "application/json" };
    const response = await send(everything, "POST", "/books", { headers, body: broken() });
    expect(response.status).toBe(400);
  });

  test("is named by its media type where there are several", async () => {
    const server = serve([echo(fixture.sendFile)]);
    const form = await send(server, "PUT", "/file", {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: bytes("size=3&tags=a&tags=b"),
    });
    expect(bodyOf(form)).toEqual({
      contentType: "application/x-www-form-urlencoded",
      body: { size: 3, tags: ["a", "b"] },
    });
    const text = await send(server, "PUT", "/file", {
      headers: { "content-type": "text/plain; charset=utf-8" },
      body: bytes("{"),
    });
    expect(bodyOf(text)).toEqual({ contentType: "text/plain", body: "{" });
  });

  test("that is no multipart body is an issue", async () => {
    const response = await send(serve([echo(fixture.sendFile)]), "PUT", "/file", {
      headers: { "content-type": "multipart/form-data; boundary=x" },
      body: bytes("nonsense"),
    });
    expect(bodyOf(response)).toMatchObject({ errors: [{ in: "body", keyword: "multipart" }] });
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
    expect(failures).toEqual(["response: ListBooks: the handler gave no status"]);
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
