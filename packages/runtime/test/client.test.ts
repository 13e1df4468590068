import { describe, expect, expectTypeOf, test } from "vitest";
import { ApiError, ConnectionError, DecodeError } from "../src/client/index.ts";
import type { Call, CallOptions, ClientCore } from "../src/client/index.ts";
import { call, clientOn, failure, json } from "./client-harness.ts";
import * as fixture from "./fixture.ts";

interface Book {
  book_id: string;
}

type GetBookResult = { status: 200; body: Book } | { status: 404; body: { type: string } };

/** A method as the generator writes it. */
function getBook(
  core: ClientCore,
  book_id: string,
  options?: CallOptions,
): Call<Book, GetBookResult> {
  return call(core, fixture.getBook, { path: { book_id } }, options);
}

describe("a call", () => {
  test("gives the body of a success", async () => {
    const { core, requests } = clientOn(() => json({ book_id: "a" }));
    const book = await getBook(core, "a/b");
    expectTypeOf(book).toEqualTypeOf<Book>();
    expect(book).toEqual({ book_id: "a" });
    expect(requests[0]).toMatchObject({
      method: "GET",
      url: "http://books.example/v1/books/a%2Fb",
    });
    expect(requests[0]?.headers.get("accept")).toBe("application/json");
  });

  test("is sent once and only when it is asked for", async () => {
    const { core, requests } = clientOn(() => json({ book_id: "a" }));
    const pending = getBook(core, "a");
    expect(requests).toHaveLength(0);
    await pending;
    expect(await pending.then((book) => book.book_id)).toBe("a");
    expect((await pending.result()).status).toBe(200);
    expect(requests).toHaveLength(1);
  });

  test("is awaited like a promise", async () => {
    const { core } = clientOn(() => json({ type: "NotFound" }, { status: 404 }));
    let finished = false;
    const caught = await getBook(core, "a")
      .finally(() => {
        finished = true;
      })
      .catch((error: unknown) => error);
    expect(caught).toBeInstanceOf(ApiError);
    expect(finished).toBe(true);
    expect(await getBook(core, "a").catch(() => "caught")).toBe("caught");
  });

  test("throws what is no success, with all there is to know", async () => {
    const { core } = clientOn(() =>
      json({ type: "NotFound" }, { status: 404, headers: { "x-id": "1" } }),
    );
    const error = (await failure(getBook(core, "a"))) as ApiError;
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      name: "ApiError",
      message: "GetBook: 404: NotFound",
      status: 404,
      body: { type: "NotFound" },
      operationId: "GetBook",
      method: "GET",
      path: "/books/{book_id}",
    });
    expect(error.headers.get("x-id")).toBe("1");
    expect(error.response.status).toBe(404);
  });

  test("gives a documented failure as a result", async () => {
    const { core } = clientOn(() => json({ type: "NotFound" }, { status: 404 }));
    const result = await getBook(core, "a").result();
    if (result.status === 404) expectTypeOf(result.body).toEqualTypeOf<{ type: string }>();
    if (result.status === 200) expectTypeOf(result.body).toEqualTypeOf<Book>();
    expectTypeOf(result.headers).toEqualTypeOf<Headers>();
    expect(result).toMatchObject({ status: 404, body: { type: "NotFound" } });
    expect(result.response).toBeInstanceOf(Response);
  });

  test.each([404, 503, 422])("gives the documented status %d as a result", async (status) => {
    const { core } = clientOn(() => new Response(null, { status }));
    expect((await getBook(core, "a").result()).status).toBe(status);
    expect(await failure(getBook(core, "a"))).toMatchObject({ name: "ApiError", status });
  });

  test.each([
    [418, {}],
    [204, { strict: true }],
  ])("refuses the undocumented status %d with %j", async (status, options) => {
    const { core } = clientOn(() => new Response(null, { status }), options);
    const error = await failure(getBook(core, "a").result());
    expect(error).toMatchObject({ name: "ApiError", status });
    expect((error as Error).message).toMatch(/: the status is not documented$/);
    expect(await failure(getBook(core, "a"))).toMatchObject({ name: "ApiError", status });
  });

  test.each([200, 404, 418])("gives the response of %d with its body unread", async (status) => {
    const text = ' { "a" : 1 } ';
    const { core } = clientOn(() => new Response(text, { status }));
    const response = await getBook(core, "a").response();
    expect(response.bodyUsed).toBe(false);
    expect(await response.text()).toBe(text);
  });
});

describe("an answer's body", () => {
  const get = (response: () => Response) => getBook(clientOn(response).core, "a");
  const typed = (type: string, init: ResponseInit = {}) => ({
    ...init,
    headers: { "content-type": type },
  });

  test.each([
    [new Response(null)],
    [new Response("", typed("application/json"))],
    [new Response(new Uint8Array(), typed("text/html"))],
    [new Response("", { headers: { "content-length": "0" } })],
  ])("that is empty is undefined", async (response) => {
    expect(await get(() => response)).toBeUndefined();
  });

  test.each([
    [typed("application/json; charset=utf-8")],
    [typed("application/vnd.book+json")],
    [{ headers: new Headers() }],
  ])("is decoded by what it says it is: %j", async (init) => {
    expect(await get(() => new Response(new TextEncoder().encode('{"a":1}'), init))).toEqual({
      a: 1,
    });
  });

  test.each([
    [
      "text/html",
      "<html>",
      "GetBook: 200: the content type text/html is not documented: is `baseUrl` that of the service?",
    ],
    ["application/json", "<html>", "GetBook: 200: the body is not JSON"],
  ])("that is %s but %s is refused", async (type, text, message) => {
    const error = await failure(get(() => new Response(text, typed(type))));
    expect(error).toBeInstanceOf(DecodeError);
    expect(error).toMatchObject({ message, status: 200, operationId: "GetBook" });
  });

  test.each(["text/html", "application/json"])("of an error, %s or not, is kept", async (type) => {
    const error = await failure(get(() => new Response("<html>", typed(type, { status: 404 }))));
    expect(error).toMatchObject({ name: "ApiError", status: 404, body: "<html>" });
  });

  test.each([
    ["text/csv", "a,b", "a,b"],
    ["application/json", '"a"', "a"],
  ])("of one of several media types is read as %s", async (type, text, value) => {
    const { core } = clientOn(() => new Response(text, typed(type)));
    const output = call(core, fixture.exportBooks, { path: { format: "x" } });
    expect(await output).toBe(value);
  });

  test("of bytes is a Blob", async () => {
    const { core } = clientOn(
      () => new Response(Uint8Array.of(1, 2), typed("application/octet-stream")),
    );
    const blob = (await call(core, fixture.exportBooks, { path: { format: "x" } })) as Blob;
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(Uint8Array.of(1, 2));
  });

  test("that breaks off is a connection error", async () => {
    const broken = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          controller.error(new TypeError("terminated"));
        },
      });
    const error = await failure(get(() => new Response(broken(), typed("application/json"))));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      message: "GetBook: the connection failed: terminated",
    });
  });
});

describe("a call that gets no answer", () => {
  test("is a connection error with its cause", async () => {
    const cause = new TypeError("fetch failed");
    const { core } = clientOn(() => Promise.reject(cause));
    const error = await failure(getBook(core, "a"));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ cause, operationId: "GetBook" });
  });

  test("because its signal aborts passes the reason through", async () => {
    const client = new AbortController();
    const { core } = clientOn(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
          client.abort();
        }),
    );
    expect(await failure(getBook(core, "a", { signal: client.signal }))).toBe(client.signal.reason);
  });

  test("because a middleware throws passes its error through", async () => {
    const error = new Error("middleware");
    const onAttempt = () => Promise.reject(error);
    const { core } = clientOn(() => json({}), { middleware: [{ onAttempt }] });
    expect(await failure(getBook(core, "a"))).toBe(error);
  });
});

describe("the options of a call", () => {
  test("override the client's", async () => {
    const { core, requests } = clientOn(() => json({}), {
      baseUrl: "http://other.example/api///",
      headers: { "X-A": "client", "X-B": "client" },
    });
    await getBook(core, "a", { headers: { "x-a": "call", ACCEPT: "*/*" } });
    expect(requests[0]?.url).toBe("http://other.example/api/books/a");
    expect(requests[0]?.headers.get("x-a")).toBe("call");
    expect(requests[0]?.headers.get("x-b")).toBe("client");
    expect(requests[0]?.headers.get("accept")).toBe("*/*");
  });

  test("may send the request another way", async () => {
    const { core, requests } = clientOn(() => json({}));
    expect(await getBook(core, "a", { fetch: async () => json({ book_id: "own" }) })).toEqual({
      book_id: "own",
    });
    expect(requests).toHaveLength(0);
    const error = await failure(
      getBook(core, "a", { fetch: () => Promise.reject(new Error("own")) }),
    );
    expect(error).toBeInstanceOf(ConnectionError);
  });
});
