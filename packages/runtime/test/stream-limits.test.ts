import { describe, expect, test } from "vitest";
import { growthOfWork } from "../../../test/growth-of-work.ts";
import { toReadableStream } from "../src/byte-stream.ts";
import { ItemTooLargeError } from "../src/client/index.ts";
import type { StreamCallOptions } from "../src/client/index.ts";
import { decodeEventStream, decodeLines, EventStreamParser } from "../src/event-stream/index.ts";
import { LineParser } from "../src/event-stream/line-parser.ts";
import type { OperationDescriptor } from "../src/operation.ts";
import type { Route, ServerOptions } from "../src/server/index.ts";
import { callStream, clientOn, failure } from "./client-harness.ts";
import * as fixture from "./fixture.ts";
import { bodyOf, bytes, echo, send, serve } from "./server-harness.ts";

const megabyte = 2 ** 20;

/** A source that repeats a piece, and how much of it has been read. */
function source(piece: string | Uint8Array, total = Infinity) {
  const state = { read: 0, isEnded: false };
  const chunk = typeof piece === "string" ? bytes(piece) : piece;
  async function* chunks() {
    try {
      for (; state.read < total; state.read += chunk.length) yield chunk;
    } finally {
      state.isEnded = true;
    }
  }
  return { chunks, state };
}

const endless = [
  ["an event of many lines", "text/event-stream", "data: 1\n".repeat(1000)],
  ["an event that ends in no line", "text/event-stream", "x".repeat(8000)],
  ["an event in carriage returns", "text/event-stream", "data: 1\r".repeat(1000)],
  ["a data line without an end", "text/event-stream", "data: 1 ".repeat(1000)],
  ["comments", "text/event-stream", ": hello\n".repeat(1000)],
  ["fields that nobody knows", "text/event-stream", "a: 1234\n".repeat(1000)],
  ["ids", "text/event-stream", "id: 123\n".repeat(1000)],
  ["a line of JSON", "application/jsonl", "[".repeat(8000)],
  ["a line of spaces", "application/jsonl", " ".repeat(8000)],
  ["a record without an end", "application/jsonl", "\u001e".repeat(8000)],
  ["a text of two bytes a letter", "application/jsonl", "ü".repeat(4000)],
] as const;

const sendItems: OperationDescriptor = {
  operationId: "SendItems",
  method: "POST",
  path: "/items",
  requestBody: {
    content: [
      { mediaType: "application/jsonl", stream: "json-lines" },
      { mediaType: "text/event-stream", stream: "server-sent-events" },
    ],
  },
  responses: { 200: { content: [{ mediaType: "application/json" }] } },
};

const count: Route["handler"] = async ({ body }: { body: AsyncIterable<unknown> }) => {
  const items = await Array.fromAsync(body);
  return { status: 200, body: items.length };
};

const post = (body: AsyncIterable<Uint8Array>, contentType: string, options: ServerOptions = {}) =>
  send(serve([echo(sendItems, { handler: count })], options), "POST", "/items", {
    headers: { "content-type": contentType },
    body,
  });

describe("a server that reads a stream of items", () => {
  test.each(endless)("refuses %s without end", async (_, contentType, piece) => {
    const { chunks, state } = source(piece);
    const response = await post(chunks(), contentType);
    expect(response.status).toBe(413);
    expect(bodyOf(response)).toMatchObject({
      errors: [{ in: "body", message: `an item must not be larger than ${megabyte} bytes` }],
    });
    expect(state.read).toBeLessThan(megabyte + 2 * piece.length);
    expect(state.isEnded).toBe(true);
  });

  test("takes as many items as its handler reads", async () => {
    const { chunks } = source('{"a":1}\n'.repeat(1000), 3 * megabyte);
    const response = await post(chunks(), "application/jsonl");
    expect([response.status, Number(response.body)]).toStrictEqual([200, 394_000]);
  });

  test.each([
    ["application/jsonl", (size: number) => `"${"x".repeat(size - 2)}"\n1\n`],
    ["application/jsonl", (size: number) => `1\n"${"ü".repeat((size - 2) / 2)}"`],
    ["text/event-stream", (size: number) => `data: "${"x".repeat(size - 9)}"\n\ndata: 1\n\n`],
    ["text/event-stream", (size: number) => `: ${"x".repeat(size - 11)}\ndata: 1\n\ndata: 2\n\n`],
  ])("takes an item of its size of %s, and no larger one", async (contentType, text) => {
    for (const step of [1, 7, 100_000]) {
      const given = (size: number) => {
        const all = bytes(text(size));
        return (async function* () {
          for (let at = 0; at < all.length; at += step) yield all.subarray(at, at + step);
        })();
      };
      const limits = { maxBodyBytes: 100, limits: { SendItems: { maxItemBytes: 1000 } } };
      const taken = await post(given(1000), contentType, limits);
      expect([taken.status, taken.body]).toStrictEqual([200, "2"]);
      expect((await post(given(1002), contentType, limits)).status).toBe(413);
    }
  });

  test("takes the limit of a body for an item where no other is set", async () => {
    const { chunks } = source("x", 200);
    const response = await post(chunks(), "application/jsonl", { maxBodyBytes: 100 });
    expect(response.status).toBe(413);
  });
});

describe("a client that reads a stream of items", () => {
  const operationOf = (contentType: string): OperationDescriptor => ({
    ...fixture.watchBooks,
    responses: {
      200: {
        content: [
          {
            mediaType: contentType,
            stream: contentType === "text/event-stream" ? "server-sent-events" : "json-lines",
          },
        ],
      },
    },
  });

  /** Reads all items of an answer. */
  async function read(
    contentType: string,
    body: AsyncIterable<Uint8Array>,
    options: StreamCallOptions = {},
  ): Promise<unknown[]> {
    const answer = (): Response =>
      new Response(
        toReadableStream(body, new AbortController().signal, () => {}),
        { headers: { "content-type": contentType } },
      );
    const { core } = clientOn(answer);
    return Array.fromAsync(callStream(core, operationOf(contentType), {}, options));
  }

  test.each(endless)("gives up on %s without end", async (_, contentType, piece) => {
    const { chunks, state } = source(piece);
    const error = await failure(read(contentType, chunks(), { maxItemBytes: megabyte }));
    expect(error).toBeInstanceOf(ItemTooLargeError);
    expect(error).toMatchObject({
      operationId: "WatchBooks",
      maxItemBytes: megabyte,
      received: 0,
      message: `WatchBooks: an item of the stream is larger than ${megabyte} bytes: raise \`maxItemBytes\``,
    });
    expect(state.read).toBeLessThan(megabyte + 4 * piece.length);
    await expect.poll(() => state.isEnded).toBe(true);
  });

  test("gives the items before one that is too large, and does not resume", async () => {
    async function* chunks() {
      yield bytes(`data: 1\n\ndata: 2\n\ndata: ${"x".repeat(100)}`);
    }
    const options = { maxItemBytes: 50, resume: true };
    const error = await failure(read("text/event-stream", chunks(), options));
    expect(error).toMatchObject({ name: "ItemTooLargeError", received: 2 });
  });

  test("takes 16 MiB unless told", async () => {
    const { chunks, state } = source(new Uint8Array(megabyte).fill(0x20));
    const error = await failure(read("application/jsonl", chunks()));
    expect(error).toMatchObject({ maxItemBytes: 16 * megabyte });
    expect(state.read).toBeLessThan(20 * megabyte);
  });
});

test.each([decodeEventStream, decodeLines])(
  "%o ends at an item that is too large",
  async (decode) => {
    const { chunks, state } = source("x".repeat(1000));
    const items = Array.fromAsync<unknown>(decode(chunks(), { maxItemBytes: 5000 }));
    await expect(items).rejects.toThrow(RangeError);
    expect(state.isEnded).toBe(true);
  },
);

test("a parser whose item is too large reads nothing more", () => {
  const parser = new EventStreamParser(10);
  expect(parser.push("data: 1\n\ndata: 234567\n\ndata: 3\n\n")).toMatchObject([{ data: "1" }]);
  expect(parser.isTooLarge).toBe(true);
  expect(parser.push("\n\ndata: 3\n\n")).toStrictEqual([]);
});

const large = 512 * 1024;

test.each([
  ["byte by byte", 1, 100_000, new Uint8Array(large).fill(0x20)],
  ["in lines without an end", 1, 100_000, bytes("data: 1\n".repeat(large / 8))],
  ["in chunks with many lines", large, large / 4, bytes("a\n".repeat(large / 2))],
  ["with a last carriage return", large, large / 4, bytes(`${"a\n".repeat(large / 2 - 1)}a\r`)],
] as const)("an event costs no more than its size %s", (_, step, size, all) => {
  const growth = (parse: () => { push(chunk: Uint8Array): unknown }) =>
    growthOfWork(
      (length) => {
        const parser = parse();
        for (let at = 0; at < length; at += step)
          parser.push(all.subarray(at, Math.min(at + step, length)));
      },
      size,
      4,
    );
  expect(growth(() => new EventStreamParser(16 * megabyte))).toBeLessThan(8);
  expect(growth(() => new LineParser(16 * megabyte))).toBeLessThan(8);
});
