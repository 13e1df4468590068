import { describe, expect, test } from "vitest";
import type { MediaTypeDescriptor, OperationDescriptor } from "../src/index.ts";
import { withEventFields } from "../src/index.ts";
import { createServerCore, toFetch } from "../src/server/index.ts";
import { call, callStream, clientOf, clientOn, clientOnServer } from "./client-harness.ts";
import * as fixture from "./fixture.ts";

const events = { mediaType: "text/event-stream", stream: "server-sent-events" } as const;
const text: MediaTypeDescriptor = { ...events, item: "text" };
const whole: MediaTypeDescriptor = { ...events, item: "event" };
const sequence: MediaTypeDescriptor = { mediaType: "application/json-seq", stream: "json-seq" };

const watch = (media: MediaTypeDescriptor): OperationDescriptor => ({
  operationId: "Watch",
  method: "GET",
  path: "/events",
  responses: { 200: { content: [media] } },
});

const send = (media: MediaTypeDescriptor): OperationDescriptor => ({
  operationId: "Send",
  method: "POST",
  path: "/events",
  requestBody: { content: [media] },
  responses: { 200: { content: [{ mediaType: "application/json" }] } },
});

/** What a client reads of a stream that any server has written. */
async function read(media: MediaTypeDescriptor, body: string | Uint8Array): Promise<unknown[]> {
  const headers = { "content-type": media.mediaType };
  const { core } = clientOn(() => new Response(body as string, { headers }));
  return Array.fromAsync(callStream(core, watch(media)));
}

/** What a server writes of items, as text. */
async function written(media: MediaTypeDescriptor, items: unknown[]): Promise<string> {
  const route = {
    operation: watch(media),
    validators: {},
    handler: () => ({ status: 200, body: items }),
  };
  const fetch = toFetch(createServerCore(fixture.api, [route]));
  return (await fetch(new Request("https://example.com/events"))).text();
}

const itemsOf: readonly (readonly [string, MediaTypeDescriptor, readonly unknown[]])[] = [
  ["texts", text, ["Hello", "", "two\nlines", "42", "null", '{"a":1}', " blank", "\ufeff", "ä 🙂"]],
  [
    "whole events",
    whole,
    [
      { data: "text" },
      { event: "add", data: "1" },
      { id: "7", data: "{}" },
      { retry: 10, data: "" },
      { event: "message", id: "", retry: 0, data: "all\nof them" },
    ],
  ],
  [
    "whole events with data of JSON",
    { ...whole, jsonEvents: true },
    [
      { data: { a: 1 } },
      { event: "n", data: 5 },
      { data: "text" },
      { event: "ping" },
      { data: null },
    ],
  ],
  [
    "whole events of which some have data of JSON",
    { ...whole, jsonEvents: ["delta"] },
    [{ event: "delta", data: { a: 1 } }, { event: "end", data: "[DONE]" }, { data: "5" }],
  ],
  ["a JSON text sequence", sequence, [{ a: 1 }, 5, "text\n", null, true, [[]], "\u001e"]],
];

describe.each(itemsOf)("%s", (_, media, items) => {
  test("go from a handler to a client", async () => {
    const handler = () => ({ status: 200, body: [...items] });
    const core = clientOnServer(watch(media), handler);
    expect(await Array.fromAsync(callStream(core, watch(media)))).toEqual(items);
  });

  test("go from a client to a handler", async () => {
    const handler = async ({ body }: { body: AsyncIterable<unknown> }) => ({
      status: 200,
      body: await Array.fromAsync(body),
    });
    const core = clientOnServer(send(media), handler);
    expect(await call(core, send(media), { body: [...items] })).toEqual(items);
  });
});

describe("events of other servers", () => {
  test("that have no data, or none that could be JSON, are skipped", async () => {
    const body = "event: ping\n\n: hi\n\nevent: ping\ndata:\n\ndata: 1\n\nid: 3\n\n";
    expect(await read(events, body)).toEqual([1]);
  });

  test("are whole events without the fields that they do not have", async () => {
    const body =
      "event: addString\ndata: This data is formatted\ndata: across two lines\nretry: 5\n\n" +
      "event: addInt64\ndata: 1234.5678\nunknownField: this is ignored\n\n" +
      ': a comment\nevent: addJSON\ndata: {"foo": 42}\n\n';
    expect(await read(whole, body)).toEqual([
      { event: "addString", data: "This data is formatted\nacross two lines", retry: 5 },
      { event: "addInt64", data: "1234.5678" },
      { event: "addJSON", data: '{"foo": 42}' },
    ]);
  });

  test("lose the first of two byte order marks, wherever the chunks end", async () => {
    const bytes = new TextEncoder().encode("\ufeff\ufeffdata: a\n\ndata: b\n\n");
    const once = new TextEncoder().encode("\ufeffdata: a\n\ndata: b\n\n");
    for (let end = 0; end <= bytes.length; end += 1) {
      const chunked = (all: Uint8Array): ReadableStream<Uint8Array> =>
        new ReadableStream({
          start(controller) {
            controller.enqueue(all.slice(0, end));
            controller.enqueue(all.slice(end));
            controller.close();
          },
        });
      // What is behind the first mark is a part of the first field's name.
      expect(await read(text, chunked(bytes) as never)).toEqual(["b"]);
      expect(await read(text, chunked(once) as never)).toEqual(["a", "b"]);
    }
  });
});

test("a handler attaches fields to whole events too, and their own come first", async () => {
  const item = withEventFields({ event: "own", data: "x" }, { event: "other", id: "1" });
  expect(await written(whole, [item])).toBe("event: own\nid: 1\ndata: x\n\n");
});

test("a field with a line break is no event", async () => {
  const { core } = clientOf({ fetch: () => Promise.reject(new Error("sent")) });
  const body = [{ event: "a\nb", data: "" }];
  await expect(call(core, send(whole), { body })).rejects.toThrow("connection failed");
});

describe("a JSON text sequence", () => {
  test("has a record separator before and a line feed behind each text", async () => {
    expect(await written(sequence, [{ a: 1 }, 2])).toBe('\x1e{"a":1}\n\x1e2\n');
  });

  test.each<[string, string, unknown[]]>([
    ["texts of several lines", '\x1e{\n"a":\n[1\n]}\n\x1e"}"\n', [{ a: [1] }, "}"]],
    ["two texts behind one record separator", "\x1e1\n2\n", [1, 2]],
    ["lines without record separators", '{"a":1}\n\n[2]\r\n', [{ a: 1 }, [2]]],
    ["several record separators", "\x1e\x1e\n\x1e1\n\x1e\x1e2\n", [1, 2]],
    ["no line feed behind the last text", '\x1e1\n\x1e{"a":1}', [1, { a: 1 }]],
    ["a text that the next one cuts off", '\x1e{"a":\x1e[1]\n', [[1]]],
    ["numbers that may be cut off", "\x1e12\x1etru\x1e3 \x1e4\n\x1e56", [3, 4]],
    ["escapes", String.raw`${"\x1e"}"\\"${"\n\x1e"}"\"{"${"\n"}`, ["\\", '"{']],
    ["a byte order mark", "\ufeff\x1e1\n\x1e2\n", [1, 2]],
    ["none", "", []],
  ])("is read with %s", async (_, body, items) => {
    expect(await read(sequence, body)).toEqual(items);
    const small = [...new TextEncoder().encode(body)].map((byte) => Uint8Array.of(byte));
    const chunks = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = small.shift();
        if (chunk === undefined) controller.close();
        else controller.enqueue(chunk);
      },
    });
    expect(await read(sequence, chunks as never)).toEqual(items);
  });

  test("that is no JSON, or is cut off by its end, is an error", async () => {
    await expect(read(sequence, "\x1eno\n")).rejects.toThrow("not JSON");
    await expect(read(sequence, '\x1e{"a":1')).rejects.toThrow("not JSON");
  });

  test("gives a text as soon as its line has ended", async () => {
    let push: ((text: string) => void) | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        push = (one) => controller.enqueue(new TextEncoder().encode(one));
      },
    });
    const headers = { "content-type": sequence.mediaType };
    const { core } = clientOn(() => new Response(body, { headers }));
    const items = callStream(core, watch(sequence))[Symbol.asyncIterator]();
    push?.('\x1e{"a":1}\n');
    expect(await items.next()).toEqual({ done: false, value: { a: 1 } });
    await items.return?.();
  });
});
