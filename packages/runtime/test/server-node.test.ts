import { once } from "node:events";
import { createServer, request } from "node:http";
import type { IncomingMessage, Server as NodeServer } from "node:http";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createServerCore } from "../src/server/index.ts";
import type { Route, ServerOptions } from "../src/server/index.ts";
import { toNodeListener } from "../src/server/node.ts";
import * as fixture from "./fixture.ts";

let running: NodeServer | undefined;

afterEach(async () => {
  running?.closeAllConnections();
  await new Promise((resolve) => running?.close(resolve) ?? resolve(undefined));
  running = undefined;
});

/** Listens on a free port and gives the port. */
async function listen(
  operation: Route["operation"],
  handler: Route["handler"],
  options?: ServerOptions,
): Promise<number> {
  const server = createServerCore(fixture.api, [{ operation, validators: {}, handler }], options);
  running = createServer(toNodeListener(server)).listen(0, "127.0.0.1");
  await once(running, "listening");
  return (running.address() as AddressInfo).port;
}

describe("a server on node:http", () => {
  test("answers over a socket", async () => {
    const port = await listen(fixture.createBook, (input) => ({
      status: 201,
      body: input,
      headers: { "set-cookie": ["a=1", "b=2"] },
    }));
    const response = await fetch(`http://127.0.0.1:${port}/books?dry=false`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"title":"Ä"}',
    });
    expect(response.status).toBe(201);
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(response.headers.get("content-length")).toBe("45");
    expect(await response.json()).toEqual({ query: { dry: false }, body: { title: "Ä" } });
  });

  test.each([
    ["GET", "0"],
    ["HEAD", null],
  ])("answers %s without a body", async (method, length) => {
    const port = await listen(fixture.listBooks, () => ({ status: 200 }));
    const response = await fetch(`http://127.0.0.1:${port}/books`, { method });
    expect(response.headers.get("content-length")).toBe(length);
    expect(await response.text()).toBe("");
  });

  test("gives the raw path to the router", async () => {
    const port = await listen(fixture.getBook, (input) => ({ status: 200, body: input }));
    const [response] = (await once(
      request({ port, host: "127.0.0.1", path: "/books/a%2F..%2Fb" }).end(),
      "response",
    )) as [IncomingMessage];
    const text = (await response.setEncoding("utf8").toArray()).join("");
    expect(JSON.parse(text)).toMatchObject({ path: { book_id: "a/../b" } });
    const [refused] = (await once(
      request({ port, host: "127.0.0.1", path: "/books/.." }).end(),
      "response",
    )) as [IncomingMessage];
    expect(refused.resume().statusCode).toBe(404);
  });

  test("refuses a body above the limit, and the refusal arrives", async () => {
    const port = await listen(fixture.createBook, () => ({ status: 201 }), { maxBodyBytes: 1000 });
    const response = await fetch(`http://127.0.0.1:${port}/books`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify("x".repeat(200_000)),
    });
    expect(response.status).toBe(413);
  });

  test("writes a stream event by event and ends it", async () => {
    async function* events() {
      yield { count: 1 };
      yield { count: 2 };
    }
    const port = await listen(fixture.watchBooks, () => ({ status: 200, body: events() }));
    const response = await fetch(`http://127.0.0.1:${port}/books/events`);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(await response.text()).toBe('data: {"count":1}\n\ndata: {"count":2}\n\n');
  });

  test.each([
    [fixture.watchBooks, {}],
    [fixture.exportBooks, { contentType: "application/octet-stream" }],
  ])("ends a waiting stream when its client goes away", async (operation, more) => {
    let returned: () => void = () => {};
    const finished = new Promise<void>((resolve) => {
      returned = resolve;
    });
    let signal: AbortSignal | undefined;
    const items: AsyncIterable<number> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<never>(() => {}),
        return: async () => {
          returned();
          return { done: true, value: undefined };
        },
      }),
    };
    const port = await listen(operation, (_, context) => {
      signal = context.signal;
      return { status: 200, body: items, ...more };
    });
    const client = new AbortController();
    const path = operation.path.replace("{format}", "bin");
    await fetch(`http://127.0.0.1:${port}${path}`, { signal: client.signal });
    client.abort();
    await finished;
    expect(signal?.aborted).toBe(true);
  });

  test("reads on only as fast as its client does", async () => {
    const state = { written: 0, finished: false };
    const chunk = "x".repeat(64 * 1024);
    async function* endless() {
      try {
        for (;;) {
          state.written++;
          yield chunk;
        }
      } finally {
        state.finished = true;
      }
    }
    const contentType = "application/octet-stream";
    const port = await listen(fixture.exportBooks, () => ({
      status: 200,
      body: endless(),
      contentType,
    }));
    const socket = connect(port, "127.0.0.1");
    socket.write("GET /export.bin HTTP/1.1\r\nhost: books.example\r\n\r\n");
    await once(socket, "readable");
    let before = -1;
    await expect
      .poll(() => {
        const isStill = state.written === before;
        before = state.written;
        return isStill;
      })
      .toBe(true);
    expect(state.finished).toBe(false);
    socket.destroy();
    await expect.poll(() => state.finished).toBe(true);
  });

  test("breaks a stream off that fails", async () => {
    async function* failing() {
      yield 1;
      throw new Error("lost");
    }
    const port = await listen(fixture.watchBooks, () => ({ status: 200, body: failing() }), {
      onError: () => {},
    });
    const response = await fetch(`http://127.0.0.1:${port}/books/events`);
    await expect(response.text()).rejects.toThrow(TypeError);
  });
});
