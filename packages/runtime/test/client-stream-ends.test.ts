import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  callStream,
  ConnectionError,
  DecodeError,
  StreamError,
  streamRead,
  TimeoutError,
  type ClientOperation,
  type ClientOptions,
  type ItemStream,
  type StreamCallOptions,
} from "../src/client/index.ts";
import type { MediaTypeDescriptor } from "../src/index.ts";
import { clientOn, failure } from "./client-harness.ts";

const mediaType = "text/event-stream";

/** An operation whose stream ends as described, written down as generated code does it. */
function watch(media: Partial<MediaTypeDescriptor> = {}): ClientOperation {
  return {
    operationId: "Watch",
    method: "GET",
    path: "/events",
    responses: { 200: { content: [{ mediaType, stream: "server-sent-events", ...media }] } },
    readResponse: streamRead,
  };
}

/** A stream that the test writes to, and that notes when it is cancelled. */
function liveStream() {
  const encoder = new TextEncoder();
  const state = { isCancelled: false };
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
    cancel: () => {
      state.isCancelled = true;
    },
  });
  return { body, state, write: (text: string) => controller?.enqueue(encoder.encode(text)) };
}

const streamed = (body: BodyInit, headers: { [name: string]: string } = {}): Response =>
  new Response(body, { headers: { "content-type": mediaType, ...headers } });

function open(
  operation: ClientOperation,
  body: BodyInit,
  options: StreamCallOptions & ClientOptions = {},
) {
  const { core } = clientOn(() => streamed(body, { "x-request-id": "r-1" }), options);
  const { signal, idleTimeout } = options;
  return callStream<unknown, { status: 200 }>(
    core,
    operation,
    {},
    {
      ...(signal && { signal }),
      ...(idleTimeout !== undefined && { idleTimeout }),
    },
  );
}

/** All items, and what ended them. */
async function collect(items: AsyncIterable<unknown>) {
  const seen: unknown[] = [];
  const error = await (async () => {
    for await (const item of items) seen.push(item);
  })().catch((caught: unknown) => caught);
  return { seen, error };
}

describe("a terminal event ends the iteration, though the connection stays open", () => {
  test.each<[MediaTypeDescriptor["terminal"], string, unknown[]]>([
    [{ data: "[DONE]" }, "data: 1\n\ndata: [DONE]\n\ndata: 2\n\n", [1]],
    [{ event: "done", data: "{}" }, "event: x\ndata: {}\n\nevent: done\ndata: {}\n\n", [{}]],
    [{ event: "done" }, 'data: 1\n\nevent: done\ndata: {"all":1}\n\ndata: 2\n\n', [1, { all: 1 }]],
    [{ event: "done" }, "data: 1\n\nevent: done\ndata: bye\n\n", [1]],
  ])("%j", async (terminal, text, items) => {
    const { body, state, write } = liveStream();
    write(text);
    const stream = await open(watch({ terminal: terminal ?? {} }), body);
    expect(await Array.fromAsync(stream)).toEqual(items);
    expect(state.isCancelled).toBe(true);
    expect(stream.isComplete).toBe(true);
  });

  test.each<[string, Partial<MediaTypeDescriptor>, string]>([
    ["events", {}, "data: 1\n\n"],
    ["lines", { mediaType: "application/jsonl", stream: "json-lines" }, "1\n"],
    ["texts", { mediaType: "application/json-seq", stream: "json-seq" }, "\x1e1\n"],
  ])("and %s without it end in an error, however they are read", async (_, media, text) => {
    const operation = watch({ ...media, terminal: { data: "[DONE]" } });
    const headers = { "content-type": media.mediaType ?? mediaType };
    const { core } = clientOn(() => new Response(text, { headers }));
    const call = () =>
      callStream<unknown, { status: 200; body: ItemStream<unknown> }>(core, operation);
    const stream = await call();
    const { body } = await call().result();
    for (const items of [
      call(),
      call().events(),
      stream,
      (await call()).events(),
      body as AsyncIterable<unknown>,
    ]) {
      const { seen, error } = await collect(items);
      expect(seen).toHaveLength(1);
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({ message: expect.stringContaining("without its last event") });
    }
    expect(stream.isComplete).toBe(false);
  });

  test("the body is left before its item is given", async () => {
    const { body, state, write } = liveStream();
    write("event: done\ndata: 1\n\n");
    for await (const item of open(watch({ terminal: { event: "done" } }), body)) {
      expect([item, state.isCancelled]).toEqual([1, true]);
    }
  });
});

describe("an error event", () => {
  const operation = watch({ errorEvent: "error" });

  test("is thrown with its data, behind the items so far", async () => {
    const { body, state, write } = liveStream();
    write('data: 1\n\ndata: 2\n\nevent: error\ndata: {"code":"overloaded"}\n\n');
    const { seen, error } = await collect(open(operation, body));
    expect(seen).toEqual([1, 2]);
    expect(error).toBeInstanceOf(StreamError);
    expect(error).toMatchObject({
      message: "Watch: the stream failed after 2 items, see `data` (request r-1)",
      operationId: "Watch",
      event: "error",
      data: { code: "overloaded" },
      received: 2,
      requestId: "r-1",
    });
    expect(state.isCancelled).toBe(true);
  });

  test("may be text", async () => {
    const { error } = await collect(open(operation, "event: error\ndata: too much\n\n"));
    expect(error).toMatchObject({ data: "too much", received: 0 });
  });

  test("is an event like others where none is declared", async () => {
    const { seen, error } = await collect(open(watch(), "event: error\ndata: 1\n\n"));
    expect([seen, error]).toEqual([[1], undefined]);
  });
});

describe("a stream that is silent for too long", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("ends, whichever way the time is set", async () => {
    for (const options of [{ idleTimeout: 1000 }, {}]) {
      const { body, state, write } = liveStream();
      const { core } = clientOn(() => streamed(body), { idleTimeout: 1000 });
      const reading = collect(callStream(core, watch(), {}, options));
      write("data: 1\n\n");
      await vi.advanceTimersByTimeAsync(999);
      expect(state.isCancelled).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      const { seen, error } = await reading;
      expect(seen).toEqual([1]);
      expect(error).toBeInstanceOf(TimeoutError);
      expect(error).toMatchObject({ kind: "idle", timeout: 1000 });
      expect(state.isCancelled).toBe(true);
      expect(vi.getTimerCount()).toBe(0);
    }
  });

  test("is alive as long as there are comments", async () => {
    const { body, write } = liveStream();
    const reading = collect(open(watch({ terminal: { data: "-" } }), body, { idleTimeout: 1000 }));
    for (let count = 0; count < 5; count++) {
      await vi.advanceTimersByTimeAsync(900);
      write(": alive\n\n");
    }
    await vi.advanceTimersByTimeAsync(900);
    write("data: 1\n\ndata: -\n\n");
    expect(await reading).toEqual({ seen: [1], error: undefined });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("is not held against it while nobody reads", async () => {
    const { body, write } = liveStream();
    write("data: 1\n\n");
    const events = open(watch(), body, { idleTimeout: 1000 })[Symbol.asyncIterator]();
    expect(await events.next()).toEqual({ done: false, value: 1 });
    await vi.advanceTimersByTimeAsync(5000);
    write("data: 2\n\n");
    expect(await events.next()).toEqual({ done: false, value: 2 });
    await events.return?.();
  });

  test("may be silent for as long as it likes where there is no limit", async () => {
    const { body, state, write } = liveStream();
    const reading = collect(open(watch({ terminal: { data: "-" } }), body));
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(state.isCancelled).toBe(false);
    write("data: -\n\n");
    expect(await reading).toEqual({ seen: [], error: undefined });
  });
});

describe("a stream", () => {
  test("says which request it answers", async () => {
    expect((await open(watch(), "")).requestId).toBe("r-1");
    const { core } = clientOn(() => streamed("", { "cf-ray": "7" }), { requestIdHeader: "cf-ray" });
    expect((await callStream(core, watch())).requestId).toBe("7");
    const { core: silent } = clientOn(() => streamed(""));
    expect((await callStream(silent, watch())).requestId).toBeUndefined();
  });

  test("knows the last event that its reader has seen", async () => {
    const stream = await open(watch(), "id: 1\ndata: 1\n\nid: 2\ndata: 2\n\nid: 3\n\n");
    const ids: string[] = [];
    for await (const _ of stream) ids.push(stream.lastEventId);
    expect([...ids, stream.lastEventId]).toEqual(["1", "2", "3"]);
  });

  test("names the request in what its connection breaks off with", async () => {
    const body = new ReadableStream({ pull: (given) => given.error(new TypeError("terminated")) });
    const { error } = await collect(open(watch(), body));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ requestId: "r-1", cause: new TypeError("terminated") });
  });

  test("may cut a character, and come to its end within one", async () => {
    const text = new TextEncoder().encode('data: "\u20ac"\n\ndata: \u20ac');
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of text.subarray(0, -1)) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    expect(await Array.fromAsync(open(watch(), body))).toEqual(["\u20ac"]);
  });

  test("drops an event that is cut off", async () => {
    expect(await Array.fromAsync(open(watch(), "data: 1\n\ndata: 2\n"))).toEqual([1]);
  });

  test("can be read once", async () => {
    const stream = await open(watch(), "data: 1\n\n");
    expect(await Array.fromAsync(stream)).toEqual([1]);
    await expect(Array.fromAsync(stream)).rejects.toThrow(
      "Watch: the stream can be read only once",
    );
  });

  test("keeps why an item is no JSON", async () => {
    const { error } = await collect(open(watch(), "data: {\n\n"));
    expect(error).toBeInstanceOf(DecodeError);
    expect((error as Error).cause).toBeInstanceOf(SyntaxError);
  });

  test("gives up a read under way when the caller does, and listens no longer", async () => {
    const caller = new AbortController();
    const removed = vi.spyOn(caller.signal, "removeEventListener");
    const { body, state, write } = liveStream();
    const reading = collect(open(watch(), body, { signal: caller.signal }));
    write("data: 1\n\n");
    await expect.poll(() => body.locked).toBe(true);
    caller.abort(new Error("enough"));
    expect(await reading).toEqual({ seen: [1], error: new Error("enough") });
    expect(state.isCancelled).toBe(true);
    expect(removed).toHaveBeenCalled();
  });

  test("that the caller has given up before is not read", async () => {
    const caller = new AbortController();
    const stream = await open(watch(), "data: 1\n\n", { signal: caller.signal });
    caller.abort(new Error("enough"));
    expect(await collect(stream)).toEqual({ seen: [], error: new Error("enough") });
  });
});

describe("the reader of a stream alone", () => {
  test("reads lines", async () => {
    const operation = watch({ mediaType: "application/x-ndjson", stream: "json-lines" });
    const { core } = clientOn(
      () => new Response("1\n2", { headers: { "content-type": "application/x-ndjson" } }),
    );
    expect(await Array.fromAsync(callStream(core, operation))).toEqual([1, 2]);
  });

  test("refuses another content type, but no body at all", async () => {
    const { core } = clientOn(() => Response.json({}));
    const error = await failure(callStream(core, watch()));
    expect(error).toBeInstanceOf(DecodeError);
    expect((error as Error).message).toContain("application/json is not documented");
    const { core: empty } = clientOn(() => new Response(null));
    expect(await Array.fromAsync(callStream(empty, watch()))).toEqual([]);
  });

  test("gives an error's body", async () => {
    const { core } = clientOn(() => Response.json({ type: "No" }, { status: 403 }));
    const error = await failure(callStream(core, watch()));
    expect(error).toMatchObject({ status: 403, body: { type: "No" } });
  });
});
