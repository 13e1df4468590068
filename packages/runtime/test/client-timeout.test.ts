import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { TimeoutError } from "../src/client/index.ts";
import type { ClientOptions, ClientRequest, Next } from "../src/client/index.ts";
import { failure } from "./client-harness.ts";
import {
  clientWith,
  hang,
  send,
  status,
  success,
  timed,
  restoreTimers,
} from "./transport-harness.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});

afterEach(restoreTimers);

/** A signal that counts who listens to it. */
function watchedSignal() {
  const controller = new AbortController();
  const { signal } = controller;
  const listeners = new Set<unknown>();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (type: string, one: EventListener, options?: object) => {
    listeners.add(one);
    add(type, one, options);
  };
  signal.removeEventListener = (type: string, one: EventListener) => {
    listeners.delete(one);
    remove(type, one);
  };
  return { controller, signal, listeners };
}

/** A body of which nothing comes, and that ends as that of `fetch` does when it is given up. */
const silent = ({ signal }: Request): Response =>
  new Response(
    new ReadableStream({
      start(controller) {
        signal.addEventListener("abort", () => controller.error(signal.reason));
      },
    }),
    { headers: { "content-type": "application/json", "x-request-id": "r1" } },
  );

const passThrough: ClientOptions = {
  middleware: [{ onCall: (request, next) => next(request) }],
};

describe("an attempt", () => {
  test.each([
    ["an answer", hang, undefined],
    ["a body", silent, "r1"],
  ])("waits a minute for %s", async (_name, answer, requestId) => {
    const { core } = clientWith([answer], { retries: 0 });
    const { error, elapsed } = await timed(send(core));
    expect(elapsed).toBe(60_000);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({
      kind: "attempt",
      timeout: 60_000,
      operationId: "Op",
      requestId,
      message: "Op: nothing came within 60000 ms: raise `timeout`",
    });
  });

  test("waits as long as the call says, else the client, and is tried again", async () => {
    const { core, requests } = clientWith([hang], { timeout: 100 });
    expect((await timed(send(core))).elapsed).toBe(100 + 250 + 100 + 500 + 100);
    expect(requests).toHaveLength(3);
    expect((await timed(send(core, "GET", { timeout: 10, retries: 0 }))).elapsed).toBe(10);
    expect((await timed(send(core, "POST"))).elapsed).toBe(100);
  });

  test("that may take for ever has no timer", async () => {
    const client = new AbortController();
    const { core } = clientWith([hang], { timeout: Infinity });
    const failed = failure(send(core, "GET", { signal: client.signal }));
    await vi.advanceTimersByTimeAsync(1);
    expect(vi.getTimerCount()).toBe(0);
    client.abort();
    expect(await failed).toBe(client.signal.reason);
  });

  test("is over whatever becomes of the signal", async () => {
    const { core } = clientWith([() => new Promise(() => {})], { retries: 0 });
    expect((await timed(send(core))).elapsed).toBe(60_000);
  });

  test("is not sent when time is over before it has its credentials", async () => {
    const auth = () => new Promise<string>((resolve) => setTimeout(resolve, 500, "k"));
    const { core, requests } = clientWith([success], { auth, timeout: 100, retries: 0 });
    const secured = { ...core, api: { ...core.api, security: [{ bearer: [] }] } };
    expect((await timed(send(secured))).error).toMatchObject({ kind: "attempt" });
    expect(requests).toHaveLength(0);
  });
});

describe("a whole call", () => {
  test.each([{}, passThrough])("is over in time, retries included: %j", async (options) => {
    const { core, requests } = clientWith([hang], { ...options, timeout: 100, totalTimeout: 400 });
    const { error, elapsed } = await timed(send(core));
    expect(elapsed).toBe(400);
    expect(error).toMatchObject({
      name: "TimeoutError",
      kind: "total",
      message: "Op: nothing came within 400 ms: raise `totalTimeout`",
    });
    expect(requests).toHaveLength(2);
  });

  test("does not wait for a retry that would come too late", async () => {
    const { core, requests } = clientWith([status(503)], { totalTimeout: 600 });
    const { error, elapsed } = await timed(send(core));
    expect(error).toMatchObject({ name: "ApiError", status: 503 });
    expect(elapsed).toBe(250);
    expect(requests).toHaveLength(2);
  });

  test("includes the time that middleware takes", async () => {
    const onCall = () => new Promise<Response>((resolve) => setTimeout(resolve, 500, success()));
    const { core } = clientWith([success], { middleware: [{ onCall }], totalTimeout: 100 });
    expect(await timed(failure(send(core)))).toMatchObject({ value: { kind: "total" } });
  });
});

describe("a caller who gives up", () => {
  test("before the call leads to no request", async () => {
    for (const options of [{}, passThrough, { totalTimeout: 10 }]) {
      const { core, requests } = clientWith([success], options);
      const signal = AbortSignal.abort(new Error("enough"));
      expect(await failure(send(core, "GET", { signal }))).toEqual(new Error("enough"));
      expect(requests).toHaveLength(0);
    }
  });

  test.each([hang, silent])("is heard at once", async (answer) => {
    for (const options of [{}, passThrough, { totalTimeout: 1000 }]) {
      const client = new AbortController();
      const { core, requests } = clientWith([answer], options);
      const failed = failure(send(core, "GET", { signal: client.signal }));
      await vi.advanceTimersByTimeAsync(10);
      client.abort(new Error("enough"));
      expect(await failed).toEqual(new Error("enough"));
      expect(requests).toHaveLength(1);
    }
  });

  test("while middleware waits is heard at once, and nothing is sent", async () => {
    for (const name of ["onCall", "onAttempt"] as const) {
      const client = new AbortController();
      let go = (): void => {};
      const { core, requests } = clientWith([success], {
        middleware: [
          {
            async [name](request: ClientRequest, next: Next) {
              await new Promise<void>((resolve) => {
                go = resolve;
              });
              return next(request);
            },
          },
        ],
      });
      const failed = failure(send(core, "GET", { signal: client.signal }));
      await vi.advanceTimersByTimeAsync(1);
      client.abort(new Error("enough"));
      expect(await failed).toEqual(new Error("enough"));
      go();
      await vi.advanceTimersByTimeAsync(1);
      expect(requests).toHaveLength(0);
    }
  });
});

describe("when a call is over, its signal has no listener", () => {
  const outcomes: readonly [string, Parameters<typeof clientWith>[0]][] = [
    ["success", [success]],
    ["failure", [status(404)]],
    ["retry", [status(503), success]],
    ["broken connection", [new TypeError("fetch failed")]],
    ["timeout", [hang]],
    ["broken body", [() => new Response("{", { headers: { "content-type": "application/json" } })]],
  ];

  test.each(outcomes)("after a %s", async (_name, answers) => {
    for (const options of [{}, passThrough, { totalTimeout: 70_000 }]) {
      const { signal, listeners } = watchedSignal();
      const { core } = clientWith(answers, options);
      await timed(send(core, "GET", { signal }));
      expect(listeners.size).toBe(0);
    }
  });

  test("once a response has been read as a result", async () => {
    for (const options of [{}, passThrough, { totalTimeout: 70_000 }]) {
      const { signal, listeners } = watchedSignal();
      const call = send(clientWith([success], options).core, "GET", { signal });
      await call.response();
      expect(listeners.size).toBe(1);
      expect(vi.getTimerCount()).toBe(0);
      expect(await call.result()).toMatchObject({ status: 200, body: { ok: true } });
      expect(listeners.size).toBe(0);
    }
  });

  test("but an unread response can still be given up", async () => {
    for (const options of [{}, { totalTimeout: 70_000 }]) {
      const { signal, controller } = watchedSignal();
      const response = await send(clientWith([silent], options).core, "GET", { signal }).response();
      const failed = failure(response.text());
      controller.abort(new Error("enough"));
      expect(await failed).toEqual(new Error("enough"));
    }
  });
});
