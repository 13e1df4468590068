import { describe, expect, test } from "vitest";
import {
  decodeEventStream,
  decodeLines,
  encodeEvent,
  EventStreamParser,
} from "../src/event-stream/index.ts";
import type { EventStreamMessage } from "../src/event-stream/index.ts";

const encoder = new TextEncoder();

/** A source of the given chunks that notes when it is cancelled. */
function sourceOf(chunks: readonly (string | Uint8Array)[]) {
  const state = { cancelled: false };
  const remaining = [...chunks];
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = remaining.shift();
      if (chunk === undefined) controller.close();
      else controller.enqueue(typeof chunk === "string" ? encoder.encode(chunk) : chunk);
    },
    cancel() {
      state.cancelled = true;
    },
  });
  return { stream, state };
}

async function read(...chunks: (string | Uint8Array)[]): Promise<EventStreamMessage[]> {
  return Array.fromAsync(decodeEventStream(sourceOf(chunks).stream));
}

const message = (data: string, more: Partial<EventStreamMessage> = {}): EventStreamMessage => ({
  event: "message",
  data,
  id: "",
  ...more,
});

describe("an event stream is read as the HTML Standard says", () => {
  test.each([
    ["data: a\n\ndata: b\n\n", [message("a"), message("b")]],
    ["data: a\r\rdata: b\r\r", [message("a"), message("b")]],
    ["data: a\r\n\r\ndata: b\r\n\r\n", [message("a"), message("b")]],
    ["data: a\rdata: b\n\r\n", [message("a\nb")]],
    ["data: YHOO\ndata: +2\ndata: 10\n\n", [message("YHOO\n+2\n10")]],
    ["\ufeffdata: a\n\n", [message("a")]],
    [": comment\n\ndata: a\n: another\n\n", [message("a")]],
    ["data\n\ndata\ndata\n\ndata:", [message(""), message("\n")]],
    [
      "data:test\n\ndata: test\n\ndata:  test\n\n",
      [message("test"), message("test"), message(" test")],
    ],
    ["event: add\ndata: 1\n\ndata: 2\n\n", [message("1", { event: "add" }), message("2")]],
    ["event: add\n\ndata: 2\n\n", [message("2")]],
    [
      "data: a\nid: 1\n\ndata: b\n\nid\ndata: c\n\n",
      [message("a", { id: "1" }), message("b", { id: "1" }), message("c")],
    ],
    ["id: 1\0\ndata: a\n\n", [message("a")]],
    [
      "retry: 1000\ndata: a\n\nretry: 1s\ndata: b\n\n",
      [message("a", { retry: 1000 }), message("b")],
    ],
    ["unknown: x\nDATA: x\ndata: a\n\n", [message("a")]],
    [
      "event: \u00fc\ndata: \u20ac \u{1f600}\n\n",
      [message("\u20ac \u{1f600}", { event: "\u00fc" })],
    ],
    [
      "retry: 5\n\ndata: a\n\nretry: -1\nretry: 1.5\nretry:\ndata: b\n\n",
      [message("a", { retry: 5 }), message("b")],
    ],
    ["id: 7\n\ndata: a\n\n", [message("a", { id: "7" })]],
    ["data: a\n\ndata: cut off", [message("a")]],
    ["data: a\n\ndata: cut off\n", [message("a")]],
    ["", []],
  ])("%j", async (text, messages) => {
    expect(await read(text)).toEqual(messages);
    expect(await read(...Array.from(encoder.encode(text), (byte) => Uint8Array.of(byte)))).toEqual(
      messages,
    );
  });

  test("a CR LF pair that two chunks share is one line end", async () => {
    expect(await read("data: a\r", "\ndata: b\r", "\n\r", "\n")).toEqual([message("a\nb")]);
  });

  test("a CR at the end of a chunk ends its line at once", async () => {
    let push: (text: string) => void = () => {};
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        push = (text) => controller.enqueue(encoder.encode(text));
      },
    });
    const messages = decodeEventStream(stream);
    push("data: a\r\r");
    expect((await messages.next()).value).toEqual(message("a"));
    await messages.return();
  });

  test("an event may be huge, and come in many chunks", async () => {
    const chunk = "x".repeat(64 * 1024);
    const chunks = ["data: ", ...Array.from({ length: 160 }, () => chunk), "\n\ndata: b\n\n"];
    const [huge, ...others] = await read(...chunks);
    expect(huge?.data.length).toBe(160 * chunk.length);
    expect(others).toEqual([message("b")]);
  });

  test("the last event id is that of the last whole event, one without data included", () => {
    const parser = new EventStreamParser();
    parser.push("id: 1\ndata: a\n\nid: 2\n\nretry: 9\nid: 3\ndata: cut off\n");
    expect([parser.lastEventId, parser.retry]).toEqual(["2", 9]);
  });

  test("a chunk without text does not part a CR LF pair", () => {
    const parser = new EventStreamParser();
    expect(["data: a\r", "", "\ndata: b\n\n"].flatMap((text) => parser.push(text))).toEqual([
      message("a\nb"),
    ]);
  });

  test("bytes that are no UTF-8 become replacement characters", async () => {
    expect(await read("data: ", Uint8Array.of(0xff), "\n\n")).toEqual([message("\ufffd")]);
  });

  test("leaving the iteration cancels the source", async () => {
    const { stream, state } = sourceOf(["data: a\n\n", "data: b\n\n", "data: c\n\n"]);
    for await (const { data } of decodeEventStream(stream)) {
      expect(data).toBe("a");
      break;
    }
    expect(state.cancelled).toBe(true);
  });

  test("any async iterable is a source", async () => {
    async function* bytes() {
      yield encoder.encode("data: a\n");
      yield encoder.encode("\n");
    }
    expect(await Array.fromAsync(decodeEventStream(bytes()))).toEqual([message("a")]);
  });
});

describe("an event is written", () => {
  test.each([
    [{ a: "line\nbreak\r" }, {}, 'data: {"a":"line\\nbreak\\r"}\n\n'],
    [null, {}, "data: null\n\n"],
    [1, { event: "add", id: "7", retry: 250 }, "event: add\nid: 7\nretry: 250\ndata: 1\n\n"],
  ])("%j with %j", async (item, fields, frame) => {
    expect(encodeEvent(item, fields)).toBe(frame);
    const [event] = await read(frame);
    expect(event).toEqual({ event: "message", id: "", ...fields, data: JSON.stringify(item) });
  });

  test.each([{ id: "a\nb" }, { id: "a\0" }, { event: "a\rb" }, { retry: 1.5 }, { retry: -1 }])(
    "not with %j",
    (fields) => {
      expect(() => encodeEvent(1, fields)).toThrow(TypeError);
    },
  );
});

test("lines of JSON are read whatever the chunks, blank ones left out", async () => {
  const { stream } = sourceOf(['{"a":', "1}\n", "\r\n2\n\n", "3"]);
  expect(await Array.fromAsync(decodeLines(stream))).toEqual(['{"a":1}', "2", "3"]);
});

test("a record separator before a line is no part of it", async () => {
  const { stream } = sourceOf(['\x1e{"a":1}\n\x1e', '{"a":2}\n']);
  expect(await Array.fromAsync(decodeLines(stream))).toEqual(['{"a":1}', '{"a":2}']);
});
