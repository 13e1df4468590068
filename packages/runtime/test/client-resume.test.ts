import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  ApiError,
  callStream,
  ConnectionError,
  DecodeError,
  StreamError,
  streamRead,
  type ClientOperation,
  type StreamCallOptions,
} from "../src/client/index.ts";
import { clientOn } from "./client-harness.ts";

const media = { mediaType: "text/event-stream", stream: "server-sent-events" } as const;

const watch: ClientOperation = {
  operationId: "Watch",
  method: "GET",
  path: "/events",
  responses: {
    200: { content: [{ ...media, terminal: { data: "[DONE]" }, errorEvent: "error" }] },
  },
  readResponse: streamRead,
};

/** A response whose connection breaks off behind the text. */
function broken(text: string): Response {
  const pieces = [new TextEncoder().encode(text)];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.pop();
      if (piece === undefined) controller.error(new TypeError("terminated"));
      else controller.enqueue(piece);
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

const whole = (text: string): Response =>
  new Response(text, { headers: { "content-type": "text/event-stream" } });

/** Reads a stream that is answered by these, one after the other; gives when each was asked for, and from where on. */
async function follow(
  answers: readonly (() => Response)[],
  { operation = watch, ...options }: StreamCallOptions & { operation?: ClientOperation } = {},
) {
  const start = Date.now();
  const asked: [at: number, lastEventId: string | null][] = [];
  const callers: unknown[] = [];
  const { core } = clientOn((request) => {
    const answer = answers[asked.length];
    asked.push([Date.now() - start, request.headers.get("last-event-id")]);
    callers.push(request.headers.get("x-caller"));
    if (!answer) throw new TypeError("fetch failed");
    return answer();
  });
  const seen: unknown[] = [];
  const call = callStream(core, operation, {}, { resume: true, ...options });
  const error = await (async () => {
    for await (const { data, id } of call.events()) seen.push(`${id}:${String(data)}`);
  })().catch((caught: unknown) => caught);
  return { seen, asked, callers, error, end: Date.now() - start };
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: false });
  vi.spyOn(Math, "random").mockReturnValue(1);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Runs until it is done, however long it waits. */
async function run<Value>(promise: Promise<Value>): Promise<Value> {
  const state = { isDone: false };
  const settled = promise.finally(() => {
    state.isDone = true;
  });
  settled.catch(() => {});
  while (!state.isDone) await vi.advanceTimersByTimeAsync(100);
  return settled;
}

describe("a stream whose connection breaks off", () => {
  test("goes on behind the last event, after the time that it has asked for", async () => {
    const answers = [
      () => broken("retry: 300\nid: 1\ndata: 1\n\nid: 2\ndata: 2\n\nid: 3\ndata: cut off\n"),
      () => broken("id: 3\ndata: 3\n\n"),
      () => whole("id: 4\ndata: 4\n\ndata: [DONE]\n\n"),
    ];
    const { seen, asked, error } = await run(follow(answers));
    expect(error).toBeUndefined();
    expect(seen).toEqual(["1:1", "2:2", "3:3", "4:4"]);
    expect(asked).toEqual([
      [0, null],
      [300, "2"],
      [600, "3"],
    ]);
  });

  test("waits longer and longer without a time of its own, and gives up at last", async () => {
    const { seen, asked, error } = await run(
      follow([() => broken("id: 1\ndata: 1\n\n")], { resume: { attempts: 3 } }),
    );
    expect(seen).toEqual(["1:1"]);
    expect(asked.map(([at]) => at)).toEqual([0, 500, 1500, 3500]);
    expect(error).toBeInstanceOf(ConnectionError);
  });

  test("gets all its attempts anew with each event", async () => {
    const down = () => new Response(null, { status: 503 });
    const answers = [
      () => broken("id: 1\ndata: 1\n\n"),
      down,
      () => broken("id: 2\ndata: 2\n\n"),
      down,
      () => whole("id: 3\ndata: 3\n\ndata: [DONE]\n\n"),
    ];
    const { seen, error } = await run(follow(answers, { resume: { attempts: 2 } }));
    expect([seen, error]).toEqual([["1:1", "2:2", "3:3"], undefined]);
  });

  test("goes on where it ends before its terminal event, too", async () => {
    const answers = [() => whole("id: 1\ndata: 1\n\n"), () => whole("data: [DONE]\n\n")];
    const { seen, asked, error } = await run(follow(answers));
    expect([seen, asked.length, error]).toEqual([["1:1"], 2, undefined]);
  });

  test("never waits longer than the longest wait that is allowed", async () => {
    const answers = [() => broken("retry: 99999999999\nid: 1\ndata: 1\n\n")];
    const { asked } = await run(follow(answers, { resume: { attempts: 1 }, maxRetryAfter: 2000 }));
    expect(asked.map(([at]) => at)).toEqual([0, 2000]);
  });

  test("goes on after silence", async () => {
    const silent = () => {
      const body = new ReadableStream<Uint8Array>({
        start: (given) => given.enqueue(new TextEncoder().encode("id: 1\ndata: 1\n\n")),
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    };
    const answers = [silent, () => whole("data: [DONE]\n\n")];
    const { asked, error } = await run(follow(answers, { idleTimeout: 1000 }));
    expect([asked, error]).toEqual([
      [
        [0, null],
        [1500, "1"],
      ],
      undefined,
    ]);
  });

  test("keeps the caller's headers", async () => {
    const headers = { "Last-Event-ID": "9", "X-Caller": "me" };
    const answers = [() => broken(""), () => broken("id: 10\ndata: 1\n\n")];
    const { asked, callers } = await run(follow(answers, { headers, resume: { attempts: 1 } }));
    expect(asked.map(([, id]) => id)).toEqual(["9", "9", "10"]);
    expect(callers).toEqual(["me", "me", "me"]);
  });

  test("counts what it tries itself, and retries nothing besides", async () => {
    const down = () => new Response(null, { status: 503 });
    const answers = [() => broken("id: 1\ndata: 1\n\n"), ...Array.from({ length: 9 }, () => down)];
    const { asked } = await run(follow(answers, { retries: 2, resume: { attempts: 2 } }));
    expect(asked).toHaveLength(3);
  });

  test("can be awaited first, and is the body of a result", async () => {
    for (const start of ["await", "result"] as const) {
      const answers = [broken("id: 1\ndata: 1\n\n"), whole("id: 2\ndata: 2\n\ndata: [DONE]\n\n")];
      const { core } = clientOn(() => answers.shift() ?? Response.error());
      const call = callStream<unknown, { status: 200; body: AsyncIterable<unknown> }>(
        core,
        watch,
        {},
        { resume: true },
      );
      const stream: unknown = start === "await" ? await call : (await call.result()).body;
      const items = Array.fromAsync(stream as AsyncIterable<unknown>);
      expect(await run(items)).toEqual([1, 2]);
    }
  });
});

describe("a stream does not go on", () => {
  const first = () => broken("id: 1\ndata: 1\n\n");

  test("unless it is asked to", async () => {
    const { asked, error } = await run(follow([first], { resume: false }));
    expect(asked).toHaveLength(1);
    expect(error).toBeInstanceOf(ConnectionError);
  });

  test.each([400, 401, 404, 429])("after a refusal with %i", async (status) => {
    const answers = [first, () => new Response(null, { status }), first];
    const { asked, error } = await run(follow(answers));
    expect(asked).toHaveLength(2);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status });
  });

  test("after an answer without a body, which is its end", async () => {
    const answers = [first, () => new Response(null, { status: 204 }), first];
    const { seen, asked, error } = await run(follow(answers));
    expect([seen, asked.length, error]).toEqual([["1:1"], 2, undefined]);
    const operation = { ...watch, responses: { ...watch.responses, 204: {} } };
    const documented = await run(follow(answers, { operation }));
    expect([documented.asked.length, documented.error]).toEqual([2, undefined]);
  });

  test("after its terminal event, or its end where none is declared", async () => {
    const done = await run(follow([() => broken("id: 1\ndata: 1\n\ndata: [DONE]\n\n"), first]));
    expect([done.asked.length, done.error]).toEqual([1, undefined]);
    const operation = { ...watch, responses: { 200: { content: [media] } } };
    const ended = await run(follow([() => whole("id: 1\ndata: 1\n\n"), first], { operation }));
    expect([ended.asked.length, ended.error]).toEqual([1, undefined]);
  });

  test.each([
    ["an error event", "id: 1\nevent: error\ndata: {}\n\n", StreamError],
    ["an item that is no JSON", "id: 1\ndata: {\n\n", DecodeError],
  ])("after %s", async (_, text, type) => {
    const { asked, error } = await run(follow([() => broken(text), first]));
    expect(asked).toHaveLength(1);
    expect(error).toBeInstanceOf(type);
  });

  test("where its items have no ids, since they would come again", async () => {
    const { seen, asked, error } = await run(follow([() => broken("data: 1\n\n"), first]));
    expect([seen, asked.length]).toEqual([[":1"], 1]);
    expect(error).toBeInstanceOf(ConnectionError);
  });

  test("when the caller gives up while it waits", async () => {
    const caller = new AbortController();
    setTimeout(() => caller.abort(new Error("enough")), 100);
    const { asked, error, end } = await run(follow([first], { signal: caller.signal }));
    expect([asked.length, error, end]).toEqual([1, new Error("enough"), 100]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
