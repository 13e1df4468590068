import { afterEach, describe, expect, test, vi } from "vitest";
import type { Exchange, Outcome, Route, ServerHooks, ServerOptions } from "../src/server/index.ts";
import * as fixture from "./fixture.ts";
import { echo, send, serve } from "./server-harness.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

type HookCall = ["request" | "response", Exchange, Outcome?];

/** Hooks that record their calls. */
function recorder() {
  const calls: HookCall[] = [];
  const hooks: ServerHooks = {
    onRequest: (exchange) => void calls.push(["request", exchange]),
    onResponse: (exchange, outcome) => void calls.push(["response", exchange, outcome]),
  };
  return { calls, hooks };
}

const oneBook = (options: ServerOptions, more: Partial<Route> = {}) =>
  serve([echo(fixture.getBook, more), echo(fixture.watchBooks, more)], {
    requestIdHeader: "x-request-id",
    ...options,
  });

describe("hooks", () => {
  test("are called for each request and its answer, with operation and route", async () => {
    const { calls, hooks } = recorder();
    const server = oneBook({ ...hooks, basePath: "/v1" });
    await send(server, "GET", "/v1/books/a", { headers: { "x-request-id": "r1" } });
    const [, exchange] = calls[0] ?? [];
    expect(exchange).toMatchObject({
      operationId: "GetBook",
      route: "/v1/books/{book_id}",
      requestId: "r1",
      operation: fixture.getBook,
      request: { method: "GET", url: "/v1/books/a" },
    });
    expect(calls).toEqual([
      ["request", exchange],
      ["response", exchange, { status: 200, ending: "complete", duration: expect.any(Number) }],
    ]);
    expect(calls[1]?.[1]).toBe(exchange);
  });

  test.each([
    ["GET", "/nowhere", 404],
    ["PUT", "/books/a", 405],
    ["OPTIONS", "/books/a", 204],
  ])("are called for %s %s, which has no operation", async (method, url, status) => {
    const { calls, hooks } = recorder();
    await send(oneBook(hooks), method, url);
    expect(calls.map(([what, { route, operationId }]) => [what, route, operationId])).toEqual([
      ["request", undefined, undefined],
      ["response", undefined, undefined],
    ]);
    expect(calls[1]?.[2]).toMatchObject({ status });
  });

  test("are not called for a path that the server does not have", async () => {
    const { calls, hooks } = recorder();
    await oneBook(hooks).handleKnown({ method: "GET", url: "/nowhere", headers: {} });
    expect(calls).toEqual([]);
  });

  test.each([
    [
      "complete",
      [1],
      async (stream: AsyncIterable<unknown>): Promise<void> => void (await Array.fromAsync(stream)),
    ],
    [
      "aborted",
      [1, 2],
      async (stream: AsyncIterable<unknown>) => {
        for await (const _ of stream) break;
      },
    ],
    [
      "failed",
      [10n],
      async (stream: AsyncIterable<unknown>): Promise<void> =>
        void (await Array.fromAsync(stream).catch(() => undefined)),
    ],
  ] as const)("are called for a stream when it is %s", async (ending, items, read) => {
    const { calls, hooks } = recorder();
    const handler = () => ({ status: 200, body: items });
    const server = oneBook({ ...hooks, onError: () => {} }, { handler });
    const { body } = await send(server, "GET", "/books/events");
    expect(calls.map(([what]) => what)).toEqual(["request"]);
    await read(body as AsyncIterable<unknown>);
    expect(calls[1]).toMatchObject(["response", {}, { status: 200, ending }]);
    expect(calls).toHaveLength(2);
  });

  test("are called once for a stream that HEAD does not begin", async () => {
    const { calls, hooks } = recorder();
    const server = oneBook(hooks, { handler: () => ({ status: 200, body: [1] }) });
    await send(server, "HEAD", "/books/events");
    expect(calls.map(([what]) => what)).toEqual(["request", "response"]);
  });

  test("of several are called in order, those of the options first", async () => {
    const order: string[] = [];
    const named = (name: string): ServerHooks => ({
      onRequest: () => void order.push(`${name} request`),
      async around(_, run) {
        order.push(`${name} in`);
        const value = await run();
        order.push(`${name} out`);
        return value;
      },
      onResponse: () => void order.push(`${name} response`),
    });
    const server = oneBook({ ...named("own"), hooks: [named("a"), named("b")] });
    await send(server, "GET", "/books/a");
    expect([order.slice(0, 3), order.slice(3, 9), order.slice(9)]).toEqual([
      ["own request", "a request", "b request"],
      ["own in", "a in", "b in", "b out", "a out", "own out"],
      ["own response", "a response", "b response"],
    ]);
  });

  test("that throw change no answer and are reported", async () => {
    const failures: unknown[] = [];
    const fail = () => {
      throw new Error("hook");
    };
    const server = oneBook({
      hooks: [{ onRequest: fail, onResponse: fail, onError: fail }],
      onError: ({ phase, error, requestId }) => failures.push([phase, error, requestId]),
    });
    const written = vi.spyOn(console, "error").mockImplementation(() => {});
    const headers = { "x-request-id": "r2" };
    expect((await send(server, "GET", "/books/a", { headers })).status).toBe(200);
    expect(failures).toEqual([
      ["hook", new Error("hook"), "r2"],
      ["hook", new Error("hook"), "r2"],
    ]);
    expect(written).toHaveBeenCalledTimes(2);
  });

  test("around an answer that throw make it a 500", async () => {
    const failures: unknown[] = [];
    const server = oneBook({
      around: () => Promise.reject(new Error("hook")),
      onError: ({ phase }) => failures.push(phase),
    });
    expect((await send(server, "GET", "/books/a")).status).toBe(500);
    expect(failures).toEqual(["hook"]);
    await server.close();
  });

  test("are all called for a failure, with the request's id", async () => {
    const failures: unknown[] = [];
    const server = oneBook(
      {
        onError: ({ phase, requestId }) => failures.push(["own", phase, requestId]),
        hooks: [{ onError: ({ phase }) => failures.push(["other", phase]) }],
      },
      { handler: () => Promise.reject(new Error("lost")) },
    );
    await send(server, "GET", "/books/a", { headers: { "x-request-id": "r3" } });
    expect(failures).toEqual([
      ["own", "handler", "r3"],
      ["other", "handler"],
    ]);
  });

  test("are no reason for the console to be silent, unless they are the options' own", async () => {
    const written = vi.spyOn(console, "error").mockImplementation(() => {});
    const handler = () => Promise.reject(new Error("lost"));
    await send(oneBook({ hooks: [{ onError: () => {} }] }, { handler }), "GET", "/books/a");
    expect(written).toHaveBeenCalledWith("GetBook failed (handler)", new Error("lost"));
  });
});

describe("the id of a request", () => {
  const idOf = async (headers: Record<string, string>, options: ServerOptions = {}) => {
    const ids: string[] = [];
    const handler: Route["handler"] = (_, context) => {
      ids.push(context.requestId);
      return { status: 200, body: {} };
    };
    const server = oneBook(options, { handler });
    const response = await send(server, "GET", "/books/a", { headers });
    return { response, id: ids[0] };
  };

  test.each(["a", "0af7651916cd43dd", "req_1.2:3/4+5=6@7-8", "x".repeat(128)])(
    "%s is taken, reported and returned",
    async (id) => {
      const { response, id: reported } = await idOf({ "x-request-id": id });
      expect([reported, response.headers["x-request-id"]]).toEqual([id, id]);
    },
  );

  test.each(["", "a b", "a\nb", "<script>", "ä", "x".repeat(129)])(
    "%j is not taken, one is made",
    async (id) => {
      const { response, id: reported } = await idOf({ "x-request-id": id });
      expect(reported).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
      expect(response.headers["x-request-id"]).toBe(reported);
    },
  );

  test("may be in another header, or stay within", async () => {
    const other = await idOf({ "x-trace": "t1" }, { requestIdHeader: "X-Trace" });
    expect([other.id, other.response.headers["x-trace"]]).toEqual(["t1", "t1"]);
    const none = await idOf({ "x-request-id": "a" }, { requestIdHeader: false });
    expect(none.id).not.toBe("a");
    expect(none.response.headers).toEqual({ "content-type": "application/json" });
  });

  test("that a handler gives stays", async () => {
    const server = oneBook(
      {},
      { handler: () => ({ status: 200, body: {}, headers: { "X-Request-Id": "own" } }) },
    );
    const response = await send(server, "GET", "/books/a");
    expect(response.headers["x-request-id"]).toBe("own");
  });

  test("is on refusals too", async () => {
    const server = oneBook({});
    const headers = { "x-request-id": "r4" };
    const response = await send(server, "GET", "/nowhere", { headers });
    expect(response.headers["x-request-id"]).toBe("r4");
  });
});
