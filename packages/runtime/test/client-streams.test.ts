import { describe, expect, expectTypeOf, test } from "vitest";
import { ApiError, ConnectionError, DecodeError } from "../src/client/index.ts";
import type { ClientCore, StreamCall } from "../src/client/index.ts";
import { withEventFields } from "../src/server/index.ts";
import { callStream, clientOn, clientOnServer, json } from "./client-harness.ts";
import * as fixture from "./fixture.ts";

interface BookEvent {
  count: number;
}

type WatchResult = { status: 200; body: AsyncIterable<BookEvent> };

/** A method as the generator writes it. */
function watchBooks(core: ClientCore, signal?: AbortSignal): StreamCall<BookEvent, WatchResult> {
  return callStream(core, fixture.watchBooks, {}, signal ? { signal } : {});
}

/** A client on a server whose stream counts without end. */
function countingClient() {
  const state = { begun: 0, finished: false };
  async function* count() {
    state.begun++;
    try {
      for (let value = 0; ; value++) yield withEventFields({ count: value }, { id: String(value) });
    } finally {
      state.finished = true;
    }
  }
  return {
    core: clientOnServer(fixture.watchBooks, () => ({ status: 200, body: count() })),
    state,
  };
}

const eventStream = (text: string | ReadableStream): Response =>
  new Response(text, { headers: { "content-type": "text/event-stream" } });

describe("a stream", () => {
  test("is iterated over at once, and leaving it ends it at the server", async () => {
    const { core, state } = countingClient();
    const seen: BookEvent[] = [];
    const stream = watchBooks(core);
    expect(state.begun).toBe(0);
    for await (const event of stream) {
      expectTypeOf(event).toEqualTypeOf<BookEvent>();
      seen.push(event);
      if (seen.length === 3) break;
    }
    expect(seen).toEqual([{ count: 0 }, { count: 1 }, { count: 2 }]);
    await expect.poll(() => state.finished).toBe(true);
  });

  test("can be awaited first", async () => {
    const { core, state } = countingClient();
    const stream = await watchBooks(core);
    for await (const { count } of stream) if (count === 1) break;
    await expect.poll(() => state.finished).toBe(true);
  });

  test("is the body of the result", async () => {
    const { core } = countingClient();
    const result = await watchBooks(core).result();
    if (result.status !== 200) throw new Error(String(result.status));
    for await (const event of result.body) {
      expect(event).toEqual({ count: 0 });
      break;
    }
  });

  test("tells what it says of its items", async () => {
    const text = 'retry: 9\nevent: add\nid: 1\ndata: {"count":1}\n\ndata: {"count":2}\n\n';
    const { core } = clientOn(() => eventStream(text));
    expect(await Array.fromAsync(watchBooks(core).events())).toEqual([
      { event: "add", id: "1", retry: 9, data: { count: 1 } },
      { event: "message", id: "1", data: { count: 2 } },
    ]);
  });

  test("of lines is read in the same way", async () => {
    const headers = { "content-type": "application/jsonl" };
    const { core } = clientOn(() => new Response('{"count":1}\n{"count":2}', { headers }));
    const lines = callStream<BookEvent, WatchResult>(core, fixture.exportBooks, {
      path: { format: "jsonl" },
    });
    expect(await Array.fromAsync(lines)).toEqual([{ count: 1 }, { count: 2 }]);
  });

  test("that is refused throws the error that any call does", async () => {
    const { core } = clientOn(() => json({ type: "Forbidden" }, { status: 403 }));
    const error = await Array.fromAsync(watchBooks(core)).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 403, body: { type: "Forbidden" } });
  });

  test("that is something else is refused", async () => {
    const { core } = clientOn(() => json({}));
    await expect(Array.fromAsync(watchBooks(core))).rejects.toThrow(DecodeError);
  });

  test("with an item that is no JSON ends there", async () => {
    let cancelled = false;
    const source = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode("data: {\n\n")),
      cancel: () => {
        cancelled = true;
      },
    });
    const { core } = clientOn(() => eventStream(source));
    await expect(Array.fromAsync(watchBooks(core))).rejects.toThrow(DecodeError);
    expect(cancelled).toBe(true);
  });

  test("whose connection breaks off says so", async () => {
    const source = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new TypeError("terminated")),
    });
    const { core } = clientOn(() => eventStream(source));
    await expect(Array.fromAsync(watchBooks(core))).rejects.toThrow(ConnectionError);
  });

  test("is ended by the caller's signal, with its reason", async () => {
    const client = new AbortController();
    const { core, state } = countingClient();
    const reading = (async () => {
      for await (const { count } of watchBooks(core, client.signal))
        if (count === 2) client.abort();
    })();
    const reason = await reading.catch((caught: unknown) => caught);
    expect(reason).toBe(client.signal.reason);
    await expect.poll(() => state.finished).toBe(true);
  });
});
