import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { ConnectionError } from "@genai-app/client";
import { call } from "./call.ts";
import type { AnyStreamCall } from "./call.ts";
import { operations, successOf } from "./cases.ts";
import type { OperationCase } from "./cases.ts";
import { httpSubject } from "./subjects/http.ts";
import { memorySubject } from "./subjects/memory.ts";
import { mockOverHttpSubject, mockSubject } from "./subjects/mock.ts";
import { mocksSubject } from "./subjects/mocks.ts";
import { resultOf, token } from "./subjects/subject.ts";
import type { Subject } from "./subjects/subject.ts";
import { expectedTarget } from "./wire.ts";

const http = httpSubject();

afterEach(() => {
  vi.restoreAllMocks();
});

const streaming = operations.filter((operation) => successOf(operation).events !== undefined);
const eventsOf = (operation: OperationCase): readonly unknown[] =>
  successOf(operation).events ?? [];

function stream(subject: Subject, operation: OperationCase): AnyStreamCall {
  return call(subject.client, operation, operation.inputs.example);
}

test("the two operations of server-sent events are here", () => {
  const operationIds = streaming.map(({ operationId }) => operationId);
  expect(operationIds).toEqual(["GetAssistantRunEventsSSE", "GetStructureRunEventsSSE"]);
});

const theMocks = () => [mockSubject(), mockOverHttpSubject()];

describe.each([mocksSubject(), memorySubject(), http, ...theMocks()])("$name", (subject) => {
  beforeAll(() => subject.start());
  afterAll(() => subject.stop());

  describe.each(streaming)("$operationId", (operation) => {
    test("delivers several events in order, then ends", async () => {
      const events = eventsOf(operation);
      expect(events.length).toBeGreaterThan(1);
      subject.answerWith(operation.operationId, resultOf(successOf(operation)));
      expect(await Array.fromAsync(stream(subject, operation))).toStrictEqual(events);
    });

    test("delivers the same events through await and result()", async () => {
      const events = eventsOf(operation);
      subject.answerWith(operation.operationId, resultOf(successOf(operation)));
      const awaited = (await stream(subject, operation)) as AsyncIterable<unknown>;
      expect(await Array.fromAsync(awaited)).toStrictEqual(events);
      subject.answerWith(operation.operationId, resultOf(successOf(operation)));
      const { body } = await stream(subject, operation).result();
      expect(await Array.fromAsync(body as AsyncIterable<unknown>)).toStrictEqual(events);
    });

    test("delivers each event when it is given, not when the stream ends", async () => {
      const { events, give, end } = controlled();
      subject.answerWith(operation.operationId, { status: 200, body: events });
      const received = stream(subject, operation)[Symbol.asyncIterator]();
      for (const event of eventsOf(operation)) {
        give(event);
        expect(await received.next()).toStrictEqual({ done: false, value: event });
      }
      end();
      expect((await received.next()).done).toBe(true);
    });

    test("ends the handler's events when the client breaks out", async () => {
      const [first] = eventsOf(operation);
      const { events, give, returned } = controlled();
      subject.answerWith(operation.operationId, { status: 200, body: events });
      give(first);
      for await (const event of stream(subject, operation)) {
        expect(event).toStrictEqual(first);
        break;
      }
      expect(await returned).toBe(true);
    });

    // MSW 3.0 ends a body whose source fails as if it were whole.
    const fails = subject.name === "mocks";
    test("breaks off, instead of ending, when the handler's events fail", { fails }, async () => {
      const reported = vi.spyOn(console, "error").mockReturnValue();
      const [first] = eventsOf(operation);
      const { events, give, fail } = controlled();
      subject.answerWith(operation.operationId, { status: 200, body: events });
      give(first);
      const received = stream(subject, operation)[Symbol.asyncIterator]();
      expect(await received.next()).toStrictEqual({ done: false, value: first });
      fail(new Error("the source of the events is gone"));
      await expect(received.next()).rejects.toThrow(ConnectionError);
      expect(reported).toHaveBeenCalledOnce();
    });

    test("delivers a stream without events as one", async () => {
      subject.answerWith(operation.operationId, resultOf({ status: 200, events: [] }));
      expect(await Array.fromAsync(stream(subject, operation))).toStrictEqual([]);
    });
  });
});

describe.each([memorySubject(), http, ...theMocks()])("$name, checking its answers,", (subject) => {
  beforeAll(() => subject.start());
  afterAll(() => subject.stop());

  test.each(streaming)("breaks $operationId off at an invalid event", async (operation) => {
    const reported = vi.spyOn(console, "error").mockReturnValue();
    const [first] = eventsOf(operation);
    const { events, give } = controlled();
    subject.answerWith(operation.operationId, { status: 200, body: events });
    give(first);
    const received = stream(subject, operation)[Symbol.asyncIterator]();
    expect(await received.next()).toStrictEqual({ done: false, value: first });
    give({ city: "Lisbon" });
    await expect(received.next()).rejects.toThrow(ConnectionError);
    expect(reported).toHaveBeenCalledOnce();
  });
});

describe("on the wire", () => {
  beforeAll(() => http.start());
  afterAll(() => http.stop());

  test.each(streaming)("$operationId is an event stream of JSON", async (operation) => {
    http.answerWith(operation.operationId, resultOf(successOf(operation)));
    const url = http.origin + expectedTarget(operation, operation.inputs.example);
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    expect(response.headers.get("content-type")).toMatch(/^text\/event-stream(;|$)/);
    const frames = (await response.text()).split("\n\n");
    expect(frames.pop()).toBe("");
    const data = frames.map((frame) => JSON.parse(frame.replace(/^data: /, "")));
    expect(data).toStrictEqual(eventsOf(operation));
  });
});

interface Controlled {
  readonly events: AsyncIterable<unknown>;
  readonly give: (event: unknown) => void;
  readonly end: () => void;
  readonly fail: (reason: Error) => void;
  /** Resolves when `return()` is called on the events. */
  readonly returned: Promise<true>;
}

/** Events that come when they are told to; `next()` waits for the one after the last. */
function controlled(): Controlled {
  const queue = new TransformStream<unknown, unknown>(undefined, { highWaterMark: 100 });
  const writer = queue.writable.getWriter();
  const reader = queue.readable.getReader();
  const returned = Promise.withResolvers<true>();
  const iterator: AsyncIterator<unknown> = {
    async next() {
      const { done, value } = await reader.read();
      return done ? { done: true, value: undefined } : { done: false, value };
    },
    return() {
      returned.resolve(true);
      return Promise.resolve({ done: true, value: undefined });
    },
  };
  return {
    events: { [Symbol.asyncIterator]: () => iterator },
    give: (event) => void writer.write(event),
    end: () => void writer.close(),
    fail: (reason) => void writer.abort(reason),
    returned: returned.promise,
  };
}
