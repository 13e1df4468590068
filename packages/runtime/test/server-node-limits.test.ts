import { once } from "node:events";
import { createServer } from "node:http";
import type { Server as HttpServer } from "node:http";
import { connect as connectHttp2, createServer as createHttp2Server } from "node:http2";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Outcome, Route, Server, ServerOptions } from "../src/server/index.ts";
import { configure, nodeServerOptions, toNodeListener } from "../src/server/node.ts";
import type { TimeoutOptions } from "../src/server/node.ts";
import * as fixture from "./fixture.ts";
import { echo, gate, serve } from "./server-harness.ts";

const open: (HttpServer | Socket)[] = [];

afterEach(() => {
  vi.restoreAllMocks();
  for (const one of open.splice(0)) {
    if ("closeAllConnections" in one) one.closeAllConnections();
    if ("closeAllConnections" in one) one.close();
    else one.destroy();
  }
});

/** A server that listens, and what ends it. */
async function listen(server: Server, options: TimeoutOptions = {}) {
  const http = createServer(
    { ...nodeServerOptions, connectionsCheckingInterval: 20 },
    toNodeListener(server),
  ).listen(0, "127.0.0.1");
  open.push(http);
  const service = configure(http, server, options);
  await once(http, "listening");
  return { http, service, port: (http.address() as AddressInfo).port };
}

/** A connection, and all that comes by it until it is closed. */
function dial(port: number) {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  open.push(socket);
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.on("error", () => {});
  return {
    socket,
    closed: once(socket, "close").then(() => text),
    send: (lines: string[]) => socket.write(lines.join("\r\n")),
  };
}

const post = ["POST /books HTTP/1.1", "host: books", "content-type: application/json"];

const shop = (options?: ServerOptions, more?: Partial<Route>) =>
  serve([echo(fixture.createBook, more), echo(fixture.watchBooks, more)], options);

describe("a client that is too slow", () => {
  test("with its headers is answered 408 and cut off", async () => {
    const { port } = await listen(shop(), { headersTimeout: 50 });
    const { closed, send } = dial(port);
    send(["GET /books HTTP/1.1", "host: books", "x-slow: "]);
    expect(await closed).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nconnection: close\r\n/i);
  });

  test("with its body is answered 408 by the server and cut off", async () => {
    const { port } = await listen(shop({ bodyTimeout: 50 }));
    const { closed, send } = dial(port);
    send([...post, "content-length: 100", "", '{"title":']);
    const text = await closed;
    expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
    expect(text).toContain('"code":"RequestTimeout"');
  });

  test("in chunks of a body is still too slow", async () => {
    const statuses: number[] = [];
    const onResponse = (_: unknown, { status }: Outcome): void => void statuses.push(status);
    const { port } = await listen(shop({ bodyTimeout: 50, onResponse }));
    const { socket, closed, send } = dial(port);
    send([...post, "transfer-encoding: chunked", "", ""]);
    const trickle = setInterval(() => socket.write("1\r\n \r\n"), 5);
    // Who goes on writing to a connection that is closed may lose what came by it.
    await closed.catch(() => "");
    clearInterval(trickle);
    expect(statuses).toEqual([408]);
  });
});

describe("headers", () => {
  test("that are too large for the server are answered 431", async () => {
    const { port } = await listen(shop());
    const { closed, send } = dial(port);
    const large = `x-large: ${"1".repeat(17_000)}`;
    send([...post, large, "content-length: 2", "connection: close", "", "{}"]);
    const text = await closed;
    expect(text).toMatch(/^HTTP\/1\.1 431 /);
    expect(text).toContain('"code":"HeadersTooLarge"');
  });

  test("that are too large for Node are answered 431", async () => {
    const { port } = await listen(shop());
    const { closed, send } = dial(port);
    send([...post, `x-large: ${"1".repeat(40_000)}`, "", ""]);
    expect(await closed).toMatch(/^HTTP\/1\.1 431 /);
  });

  test("that are none are answered 400", async () => {
    const { port } = await listen(shop());
    const { closed, send } = dial(port);
    send(["nonsense", "", ""]);
    expect(await closed).toMatch(/^HTTP\/1\.1 400 /);
  });

  test("with an address that is too long are answered 414", async () => {
    const { port } = await listen(shop());
    const { closed, send } = dial(port);
    const line = `GET /books?${"x".repeat(9000)} HTTP/1.1`;
    send([line, "host: books", "connection: close", "", ""]);
    expect(await closed).toMatch(/^HTTP\/1\.1 414 /);
  });
});

describe("a service that is closed", () => {
  test("lets a request end, and closes its connection", async () => {
    const arrived = gate();
    const answer = gate();
    const handler = async () => {
      arrived.open();
      await answer.passed;
      return { status: 201, body: { title: "A" } };
    };
    const { port, service } = await listen(shop({}, { handler }));
    const idle = dial(port);
    const { closed, send } = dial(port);
    send([...post, "content-length: 2", "", "{}"]);
    await arrived.passed;
    const ended = service.close();
    await idle.closed;
    answer.open();
    const text = await closed;
    expect(text).toMatch(/^HTTP\/1\.1 201 /);
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
    await ended;
    await expect(dial(port).closed).rejects.toThrow("ECONNREFUSED");
  });

  test("refuses a further request on a connection that is in use", async () => {
    const arrived = gate();
    const answer = gate();
    const handler = async () => {
      arrived.open();
      await answer.passed;
      return { status: 201, body: {} };
    };
    const server = shop({}, { handler });
    const { port } = await listen(server);
    const other = dial(port);
    const { closed, send } = dial(port);
    send([...post, "content-length: 2", "", "{}"]);
    await arrived.passed;
    const ended = server.close();
    other.send([...post, "content-length: 2", "", "{}"]);
    const text = await other.closed;
    expect(text).toMatch(/^HTTP\/1\.1 503 /);
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
    answer.open();
    await Promise.all([ended, closed]);
  });

  test("ends its streams between two events, and their connections", async () => {
    const arrived = gate();
    async function* events() {
      yield 1;
      arrived.open();
      await new Promise(() => {});
    }
    const { port, service } = await listen(
      shop({}, { handler: () => ({ status: 200, body: events() }) }),
    );
    const { closed, send } = dial(port);
    send(["GET /books/events HTTP/1.1", "host: books", "", ""]);
    await arrived.passed;
    await service.close();
    expect(await closed).toMatch(/data: 1\n\n\r\n0\r\n\r\n$/);
  });

  test("over HTTP/2 lets a request end, and its session", async () => {
    const arrived = gate();
    const answer = gate();
    const handler = async () => {
      arrived.open();
      await answer.passed;
      return { status: 201, body: { title: "A" } };
    };
    const server = shop({}, { handler });
    const http = createHttp2Server(toNodeListener(server)).listen(0, "127.0.0.1");
    const service = configure(http, server);
    await once(http, "listening");
    const warned = vi.spyOn(process, "emitWarning");
    const session = connectHttp2(`http://127.0.0.1:${(http.address() as AddressInfo).port}`);
    const headers = { ":method": "POST", ":path": "/books", "content-type": "application/json" };
    const stream = session.request(headers).setEncoding("utf8");
    stream.end("{}");
    await arrived.passed;
    const ended = service.close();
    answer.open();
    expect((await stream.toArray()).join("")).toBe('{"title":"A"}');
    await ended;
    if (!session.closed) await once(session, "close");
    // Such as of a header that HTTP/2 does not have.
    expect(warned).not.toHaveBeenCalled();
  });
});

test("a slow reader of events holds them back", async () => {
  const state = { made: 0, finished: false };
  async function* endless() {
    try {
      for (;;) {
        state.made++;
        yield "x".repeat(64 * 1024);
      }
    } finally {
      state.finished = true;
    }
  }
  const { port } = await listen(shop({}, { handler: () => ({ status: 200, body: endless() }) }));
  const socket = connect(port, "127.0.0.1");
  open.push(socket);
  socket.write("GET /books/events HTTP/1.1\r\nhost: books\r\n\r\n");
  await once(socket, "readable");
  let before = -1;
  await expect
    .poll(() => {
      const isStill = state.made === before;
      before = state.made;
      return isStill;
    })
    .toBe(true);
  expect(state.finished).toBe(false);
  expect(state.made).toBeLessThan(1000);
  socket.destroy();
  await expect.poll(() => state.finished).toBe(true);
});
