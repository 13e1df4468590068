import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import {
  callStream,
  ConnectionError,
  createClientCore,
  streamRead,
  TimeoutError,
  type ClientOperation,
  type ClientOptions,
} from "../src/client/index.ts";
import * as fixture from "./fixture.ts";
import { listen } from "./socket-server.ts";

const media = { mediaType: "text/event-stream", stream: "server-sent-events" } as const;

const watch: ClientOperation = {
  operationId: "Watch",
  method: "GET",
  path: "/events",
  responses: { 200: { content: [{ ...media, terminal: { data: "[DONE]" } }] } },
  readResponse: streamRead,
};

const coreOf = (baseUrl: string, options: ClientOptions = {}) =>
  createClientCore(fixture.api, { baseUrl, retries: 0, ...options });

/** Starts an event stream, and goes on with none. */
function begin(response: ServerResponse, text = "id: 1\ndata: 1\n\n"): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(text);
}

describe("the connection of a stream is free", () => {
  test("when the iteration is left", async () => {
    await using server = await listen((_, response) => begin(response));
    for await (const item of callStream(coreOf(server.url), watch)) {
      expect([item, server.sockets.size]).toEqual([1, 1]);
      break;
    }
    await expect.poll(() => server.sockets.size).toBe(0);
  });

  test("behind the terminal event, though the server keeps it open", async () => {
    await using server = await listen((_, response) =>
      begin(response, "data: 1\n\ndata: [DONE]\n\n"),
    );
    expect(await Array.fromAsync(callStream(coreOf(server.url), watch))).toEqual([1]);
    await expect.poll(() => server.sockets.size).toBe(0);
  });

  test("when the caller gives up, and what was waited for settles", async () => {
    await using server = await listen((_, response) => begin(response));
    const caller = new AbortController();
    const { signal } = caller;
    const items = callStream(coreOf(server.url), watch, {}, { signal })[Symbol.asyncIterator]();
    await items.next();
    const waiting = items.next();
    caller.abort();
    await expect(waiting).rejects.toBe(signal.reason);
    await expect.poll(() => server.sockets.size).toBe(0);
  });

  test("when the server is silent for too long", async () => {
    await using server = await listen((_, response) => begin(response));
    const reading = Array.fromAsync(callStream(coreOf(server.url, { idleTimeout: 20 }), watch));
    await expect(reading).rejects.toThrow(TimeoutError);
    await expect.poll(() => server.sockets.size).toBe(0);
  });

  test("when it cannot be read", async () => {
    await using server = await listen((_, response) => begin(response, "data: {\n\n"));
    await expect(Array.fromAsync(callStream(coreOf(server.url), watch))).rejects.toThrow(
      "not JSON",
    );
    await expect.poll(() => server.sockets.size).toBe(0);
  });
});

test("a stream whose connection breaks off says so", async () => {
  await using server = await listen((request, response) => {
    begin(response, "data: 1\n\ndata: 2\n");
    setImmediate(() => request.socket.resetAndDestroy());
  });
  const items = callStream(coreOf(server.url), watch)[Symbol.asyncIterator]();
  expect((await items.next()).value).toBe(1);
  await expect(items.next()).rejects.toThrow(ConnectionError);
});

test("a stream goes on over a new connection", async () => {
  const asked: unknown[] = [];
  await using server = await listen((request, response) => {
    const last = request.headers["last-event-id"];
    asked.push(last);
    if (last === "2") begin(response, "data: [DONE]\n\n");
    else begin(response, `retry: 1\nid: ${Number(last ?? 0) + 1}\ndata: "from ${last}"\n\n`);
  });
  const items = callStream(coreOf(server.url), watch, {}, { resume: true });
  const seen: unknown[] = [];
  for await (const item of items) {
    seen.push(item);
    for (const socket of server.sockets) socket.destroy();
  }
  expect(seen).toEqual(["from undefined", "from 1"]);
  expect(asked).toEqual([undefined, "1", "2"]);
});
