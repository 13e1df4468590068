import { once } from "node:events";
import { createServer } from "node:http";
import { connect as connectHttp2, createServer as createHttp2Server } from "node:http2";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import type { Route } from "../src/server/index.ts";
import { toExpress } from "../src/server/express.ts";
import { configure, toNodeListener } from "../src/server/node.ts";
import type { ConnectionOptions } from "../src/server/node.ts";
import { express } from "./adapters.ts";
import * as fixture from "./fixture.ts";
import { echo, gate, serve } from "./server-harness.ts";

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const shop = (handler: Route["handler"]) =>
  serve([
    echo(fixture.listBooks, { handler }),
    echo(fixture.watchBooks, { handler }),
    echo(fixture.createBook, { handler }),
  ]);

/** A server that listens, a connection to it, and the server's end of that. */
async function start(http: ReturnType<typeof createServer>) {
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const socket = connect((http.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => {});
  const [accepted] = (await once(http, "connection")) as [Socket];
  closing.push(() => {
    socket.destroy();
    http.closeAllConnections();
    http.close();
  });
  return { socket, accepted };
}

const listen = (handler: Route["handler"], options?: ConnectionOptions) =>
  start(createServer(toNodeListener(shop(handler), options)));

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;
const post =
  "POST /books HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}";

describe("pipelined requests", () => {
  test.each(["node:http", "Express"])("are handled one after the other by %s", async (adapter) => {
    const state = { active: 0, most: 0, handled: 0 };
    const handler = async () => {
      state.active += 1;
      state.most = Math.max(state.most, state.active);
      await new Promise(setImmediate);
      state.active -= 1;
      state.handled += 1;
      return { status: 200, body: {} };
    };
    const core = shop(handler);
    const app = adapter === "Express" ? express() : undefined;
    app?.use("/", toExpress(core));
    const { socket } = await start(createServer(app ?? toNodeListener(core)));
    socket.resume().write((get("/books") + post).repeat(100));
    await expect.poll(() => state.handled).toBe(200);
    expect(state.most).toBe(1);
  });

  test.each([
    ["without bodies", get("/books")],
    ["with bodies", post],
  ])("%s are not read on while one waits", async (_, request) => {
    const first = gate();
    const handledMany = gate();
    let handled = 0;
    const { socket, accepted } = await listen(async () => {
      await first.passed;
      handled += 1;
      if (handled === 5000) handledMany.open();
      return { status: 200, body: {} };
    });
    socket.resume();
    for (let sent = 0; sent < 200_000; sent += 1000) socket.write(request.repeat(1000));
    let before = -1;
    // It would read on if it did not wait.
    await expect
      .poll(() => {
        const isStill = accepted.bytesRead > 0 && accepted.bytesRead === before;
        before = accepted.bytesRead;
        return isStill;
      })
      .toBe(true);
    expect(before).toBeLessThan(4 * 64 * 1024);
    first.open();
    await handledMany.passed;
    const waiting = accepted.bytesRead - handled * request.length;
    expect(waiting).toBeLessThan(4 * 64 * 1024);
  });

  test("whose client is gone are not handled", async () => {
    const first = gate();
    const arrived = gate();
    let handled = 0;
    const { socket, accepted } = await listen(async () => {
      handled += 1;
      arrived.open();
      await first.passed;
      return { status: 200, body: {} };
    });
    socket.write(get("/books").repeat(10));
    await arrived.passed;
    const closed = once(accepted, "close");
    accepted.destroy();
    await closed;
    first.open();
    await new Promise(setImmediate);
    expect(handled).toBe(1);
  });
});

test("a connection of HTTP/2 has a limited number of requests at once", async () => {
  let handled = 0;
  const arrived = gate();
  const core = shop(async () => {
    handled += 1;
    if (handled === 100) arrived.open();
    return new Promise(() => {});
  });
  const http = createHttp2Server(toNodeListener(core)).listen(0, "127.0.0.1");
  configure(http, core);
  await once(http, "listening");
  const session = connectHttp2(`http://127.0.0.1:${(http.address() as AddressInfo).port}`);
  closing.push(() => {
    session.destroy();
    http.close();
  });
  const [settings] = await once(session, "remoteSettings");
  expect(settings).toMatchObject({ maxConcurrentStreams: 100 });
  for (let index = 0; index < 300; index++)
    session.request({ ":path": "/books" }).on("error", () => {});
  await arrived.passed;
  await new Promise((resolve) => {
    session.ping(resolve);
  });
  expect(handled).toBe(100);
});

describe("a client that does not read", () => {
  const large = "x".repeat(64 * 2 ** 20);

  /** Items without end, and whether their reader has ended them. */
  function endless() {
    const ended = gate();
    async function* items() {
      try {
        for (;;) yield "x".repeat(64 * 1024);
      } finally {
        ended.open();
      }
    }
    return { items, ended: ended.passed };
  }

  test("ends the stream of its answer", async () => {
    const { items, ended } = endless();
    const { socket, accepted } = await listen(() => ({ status: 200, body: items() }), {
      sendTimeout: 50,
    });
    socket.pause().write(get("/books/events"));
    await ended;
    expect(accepted.destroyed).toBe(true);
  });

  test("is cut off from a large answer", async () => {
    const { socket, accepted } = await listen(() => ({ status: 200, body: large }), {
      sendTimeout: 50,
    });
    socket.pause().write(get("/books"));
    await once(accepted, "close");
    expect(accepted.writableFinished).toBe(false);
  });

  test("and has pipelined its requests is cut off from a large answer", async () => {
    const { socket, accepted } = await listen(() => ({ status: 200, body: large }), {
      sendTimeout: 50,
    });
    socket.pause().write(get("/nothing").repeat(10) + get("/books"));
    await once(accepted, "close");
    expect(accepted.writableFinished).toBe(false);
  });

  test("is told from one that has nothing to read", async () => {
    const first = gate();
    async function* items() {
      yield 1;
      await first.passed;
      yield 2;
    }
    const { socket, accepted } = await listen(() => ({ status: 200, body: items() }), {
      sendTimeout: 20,
    });
    let text = "";
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.write(get("/books/events"));
    await once(accepted, "timeout");
    first.open();
    await expect.poll(() => text).toContain("data: 2");
  });

  test("ends the stream of its answer over HTTP/2", async () => {
    const { items, ended } = endless();
    const core = shop(() => ({ status: 200, body: items() }));
    const http = createHttp2Server(toNodeListener(core, { sendTimeout: 50 })).listen(
      0,
      "127.0.0.1",
    );
    await once(http, "listening");
    const session = connectHttp2(`http://127.0.0.1:${(http.address() as AddressInfo).port}`);
    closing.push(() => {
      session.destroy();
      http.close();
    });
    const stream = session.request({ ":path": "/books/events" });
    stream.on("error", () => {});
    await ended;
    // The session goes on for others.
    const other = session.request({ ":path": "/nothing" });
    const [headers] = await once(other, "response");
    expect(headers[":status"]).toBe(404);
  });
});
