import { afterEach, describe, expect, test, vi } from "vitest";
import { decodeEventStream } from "../src/event-stream/index.ts";
import type { MediaTypeDescriptor } from "../src/operation.ts";
import { withEventFields } from "../src/server/index.ts";
import type { Fail, HttpResponse, Route, ServerOptions } from "../src/server/index.ts";
import * as fixture from "./fixture.ts";
import { bytes, echo, send, serve } from "./server-harness.ts";

afterEach(() => {
  vi.useRealTimers();
});

const events = { mediaType: "text/event-stream", stream: "server-sent-events" } as const;

const watch = (media: MediaTypeDescriptor): Route["operation"] => ({
  ...fixture.watchBooks,
  responses: { 200: { content: [media] } },
});

const textsOf = (response: HttpResponse) => response.body as AsyncIterableIterator<string>;

/** The stream of a handler's items. */
async function streamOf(
  items: AsyncIterable<unknown> | Iterable<unknown>,
  media: MediaTypeDescriptor = events,
  options: ServerOptions = {},
) {
  const handler = () => ({ status: 200, body: items });
  const server = serve([echo(watch(media), { handler })], { onError: () => {}, ...options });
  return { server, stream: textsOf(await send(server, "GET", "/books/events")) };
}

const textOf = async (stream: AsyncIterable<string>) => (await Array.fromAsync(stream)).join("");

/** Items that come when they are pushed. */
function pushed() {
  const state = { returned: false, asked: 0 };
  let give: (result: IteratorResult<unknown>) => void = () => {};
  const items: AsyncIterable<unknown> = {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        state.asked++;
        return new Promise((resolve) => {
          give = resolve;
        });
      },
      return: async () => {
        state.returned = true;
        return { done: true, value: undefined };
      },
    }),
  };
  const push = (value: unknown) => give({ done: false, value });
  return { items, state, push };
}

describe("a stream without an event", () => {
  test("says every 15 seconds that it is alive", async () => {
    vi.useFakeTimers();
    const { items, push, state } = pushed();
    const { stream } = await streamOf(items);
    for (let beat = 0; beat < 2; beat++) {
      const next = stream.next();
      await vi.advanceTimersByTimeAsync(14_999);
      expect(vi.getTimerCount()).toBe(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(await next).toEqual({ done: false, value: ":\n\n" });
    }
    const next = stream.next();
    push(7);
    expect(await next).toEqual({ done: false, value: "data: 7\n\n" });
    expect(state.asked).toBe(1);
    const left = stream.next();
    await stream.return?.();
    expect(await left).toEqual({ done: true, value: undefined });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("keeps an item that comes while the comment is written", async () => {
    vi.useFakeTimers();
    const { items, push } = pushed();
    const { stream } = await streamOf(items, events, { heartbeat: 10 });
    const first = stream.next();
    await vi.advanceTimersByTimeAsync(10);
    expect((await first).value).toBe(":\n\n");
    push("kept");
    await vi.advanceTimersByTimeAsync(0);
    expect((await stream.next()).value).toBe('data: "kept"\n\n');
    await stream.return?.();
  });

  test.each([
    [events, { heartbeat: 0 }],
    [{ mediaType: "application/jsonl", stream: "json-lines" } as const, {}],
  ])("says nothing where that is not wanted, or cannot be", async (media, options) => {
    vi.useFakeTimers();
    const { items } = pushed();
    const { stream } = await streamOf(items, media, options);
    void stream.next();
    expect(vi.getTimerCount()).toBe(0);
    await stream.return?.();
  });

  test("says what readers leave out", async () => {
    const frames = decodeEventStream(
      (async function* () {
        yield bytes(":\n\ndata: 1\n\n:\n\n");
      })(),
    );
    expect(await Array.fromAsync(frames, ({ data }) => data)).toEqual(["1"]);
  });
});

test("an event has an id and a time to come back after", async () => {
  const item = withEventFields({ count: 1 }, { id: "7", retry: 50, event: "count" });
  const { stream } = await streamOf([item]);
  expect(await textOf(stream)).toBe('event: count\nid: 7\nretry: 50\ndata: {"count":1}\n\n');
});

describe("the end of a stream", () => {
  test.each([
    [{ data: "[DONE]" }, "data: [DONE]\n\n"],
    [{ event: "end", data: "a\nb" }, "event: end\ndata: a\ndata: b\n\n"],
    [{ event: "end" }, ""],
  ])("is marked as %j", async (terminal, mark) => {
    const { stream } = await streamOf([1], { ...events, terminal });
    expect(await textOf(stream)).toBe(`data: 1\n\n${mark}`);
  });

  test("of lines is marked by a line", async () => {
    const media = { mediaType: "application/jsonl", stream: "json-lines" } as const;
    const { stream } = await streamOf([1], { ...media, terminal: { data: "END" } });
    expect(await textOf(stream)).toBe("1\nEND\n");
  });
});

describe("an error within a stream", () => {
  const media = { ...events, errorEvent: "error", terminal: { data: "[DONE]" } };

  test("is sent as the declared event, without internal details", async () => {
    const errors: unknown[] = [];
    async function* failing() {
      yield 1;
      throw new Error("secret");
    }
    const { stream } = await streamOf(failing(), media, {
      onError: ({ phase, error }) => errors.push([phase, error]),
    });
    const text = await textOf(stream);
    expect(text).toMatch(
      /^data: 1\n\nevent: error\ndata: \{.*"code":"InternalServerError".*\}\n\n$/,
    );
    expect(text).not.toContain("secret");
    expect(errors).toEqual([["stream", new Error("secret")]]);
  });

  test("that the handler means is the event's data", async () => {
    const errors: unknown[] = [];
    const handler = (_: unknown, _context: unknown, fail: Fail<{ status: 409; body: object }>) => ({
      status: 200,
      body: (async function* () {
        yield 1;
        throw fail({ status: 409, body: { type: "Conflict" } });
      })(),
    });
    const server = serve([echo(watch(media), { handler: handler as Route["handler"] })], {
      onError: ({ error }) => errors.push(error),
    });
    const stream = textsOf(await send(server, "GET", "/books/events"));
    expect(await textOf(stream)).toBe('data: 1\n\nevent: error\ndata: {"type":"Conflict"}\n\n');
    expect(errors).toEqual([]);
  });

  test("breaks it off where no event is declared", async () => {
    async function* failing() {
      yield 1;
      throw new Error("lost");
    }
    const { stream } = await streamOf(failing());
    await stream.next();
    await expect(stream.next()).rejects.toThrow("lost");
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  test("leaves the items, when it is the item that cannot be written", async () => {
    const { items, push, state } = pushed();
    const { stream } = await streamOf(items, media);
    const next = stream.next();
    push(withEventFields({}, { id: "a\nb" }));
    expect((await next).value).toMatch(/^event: error\n/);
    expect((await stream.next()).done).toBe(true);
    expect(state.returned).toBe(true);
  });
});

describe("a server that ends its service", () => {
  test("ends streams behind the event that they are at", async () => {
    const { items, push, state } = pushed();
    const { server, stream } = await streamOf(items, { ...events, terminal: { data: "[DONE]" } });
    const first = stream.next();
    push(1);
    expect((await first).value).toBe("data: 1\n\n");
    const waiting = stream.next();
    const closed = server.close();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(state.returned).toBe(true);
    await closed;
  });

  test("says so by the error event, and waits until it is read", async () => {
    const { items } = pushed();
    const { server, stream } = await streamOf(items, { ...events, errorEvent: "error" });
    const settled = vi.fn<() => void>();
    const closed = server.close().then(settled);
    expect((await stream.next()).value).toMatch(/^event: error\ndata: .*"ServiceUnavailable"/);
    expect(settled).not.toHaveBeenCalled();
    expect((await stream.next()).done).toBe(true);
    await closed;
  });

  test("does not wait for a client that is gone", async () => {
    const { items } = pushed();
    const client = new AbortController();
    const handler = () => ({ status: 200, body: items });
    const server = serve([echo(fixture.watchBooks, { handler })]);
    await send(server, "GET", "/books/events", { signal: client.signal });
    client.abort();
    await expect(server.close()).resolves.toBeUndefined();
  });
});

test("a chunk of a body that is neither text nor bytes breaks it off", async () => {
  async function* chunks() {
    yield undefined;
  }
  const handler = () => ({ status: 200, body: chunks(), contentType: "application/octet-stream" });
  const server = serve([echo(fixture.exportBooks, { handler })], { onError: () => {} });
  const stream = textsOf(await send(server, "GET", "/export.bin"));
  await expect(stream.next()).rejects.toThrow("a chunk of the body is neither text nor bytes");
});
