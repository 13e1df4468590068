import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { call, callRaw, headerParameters } from "../src/client/index.ts";
import type { ApiError, ClientOptions } from "../src/client/index.ts";
import { wait } from "../src/client/retry.ts";
import { failure } from "./client-harness.ts";
import {
  broken,
  clientWith,
  plainOperation,
  send,
  status,
  success,
  timed,
  restoreTimers,
} from "./transport-harness.ts";

beforeEach(() => {
  vi.useFakeTimers({
    now: Date.UTC(2026, 0, 1),
    toFake: ["setTimeout", "clearTimeout", "Date"],
  });
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});

afterEach(restoreTimers);

describe("a call is tried again", () => {
  test.each([408, 429, 500, 502, 503, 504])("after %d", async (code) => {
    const { core, requests } = clientWith([status(code), success]);
    expect(await timed(send(core))).toEqual({ value: { ok: true }, elapsed: 250 });
    expect(requests).toHaveLength(2);
  });

  test.each([400, 404, 409, 501])("but not after %d", async (code) => {
    const { core, requests } = clientWith([status(code), success]);
    expect((await timed(send(core))).error).toMatchObject({ status: code });
    expect(requests).toHaveLength(1);
  });

  test.each(["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "QUERY"])(
    "by %s after a broken connection",
    async (method) => {
      const { core, requests } = clientWith([broken("ECONNRESET"), success]);
      expect((await timed(send(core, method))).error).toBeUndefined();
      expect(requests).toHaveLength(2);
    },
  );

  test.each(["POST", "PATCH"])("by %s where nothing has been done only", async (method) => {
    for (const [answer, count] of [
      [broken("ECONNRESET"), 1],
      [broken("ECONNREFUSED"), 2],
      [broken("ENOTFOUND"), 2],
      [broken("UND_ERR_CONNECT_TIMEOUT"), 2],
      [status(500), 1],
      [status(408), 1],
      [status(429), 2],
      [status(503), 2],
    ] as const) {
      const { core, requests } = clientWith([answer, success]);
      await timed(send(core, method));
      expect(requests).toHaveLength(count);
    }
  });

  test("half a second, then one and so on to eight, of which a random part", async () => {
    const { core, requests } = clientWith([status(503)], { retries: 7 });
    const waits = [250, 500, 1000, 2000, 4000, 4000, 4000];
    const { error, elapsed } = await timed(send(core));
    expect(error).toMatchObject({ status: 503 });
    expect(elapsed).toBe(waits.reduce((sum, one) => sum + one, 0));
    expect(requests).toHaveLength(8);
    vi.mocked(Math.random).mockReturnValue(0);
    expect((await timed(send(core))).elapsed).toBe(0);
  });

  test("twice at most, unless the client or the call says otherwise", async () => {
    const usual = clientWith([status(503)], {});
    const { core, requests } = usual;
    const usualOptions: ClientOptions = { ...core.options };
    delete (usualOptions as { retries?: number }).retries;
    await timed(send({ ...core, options: usualOptions }));
    expect(requests).toHaveLength(3);
    await timed(send(core, "GET", { retries: 0 }));
    expect(requests).toHaveLength(4);
    await timed(send({ ...core, options: { ...core.options, retries: 1 } }));
    expect(requests).toHaveLength(6);
  });
});

describe("a server that asks for a wait", () => {
  test.each([
    [{ "retry-after": "3" }, 3000],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "60" }, 60_000],
    [{ "retry-after": "Thu, 01 Jan 2026 00:00:07 GMT" }, 7000],
    [{ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, 0],
    [{ "retry-after": "3", "retry-after-ms": "2" }, 2],
    [{ "retry-after": "3", "retry-after-ms": "soon" }, 3000],
    [{ "retry-after": "soon" }, 250],
    [{ "retry-after": "" }, 250],
  ])("by %j gets one of %d ms", async (headers, elapsed) => {
    const { core } = clientWith([status(429, headers as Record<string, string>), success]);
    expect(await timed(send(core))).toMatchObject({ value: { ok: true }, elapsed });
  });

  test.each([
    [{ "retry-after": "61" }, {}, 61_000],
    [{ "retry-after-ms": "60001" }, {}, 60_001],
    [{ "retry-after": "2" }, { maxRetryAfter: 1000 }, 2000],
  ])(
    "by %j, longer than %j allows, makes the call fail at once",
    async (headers, options, retryAfter) => {
      const { core, requests } = clientWith([status(429, headers as Record<string, string>)]);
      const { error, elapsed } = await timed(send(core, "GET", options));
      expect(error).toMatchObject({ name: "ApiError", status: 429, retryAfter });
      expect(elapsed).toBe(0);
      expect(requests).toHaveLength(1);
    },
  );

  test("longer than the whole call may take makes it fail at once, with what it said", async () => {
    const { core } = clientWith([status(503, { "retry-after": "5" })], { totalTimeout: 4000 });
    const { error, elapsed } = await timed(send(core));
    expect(error).toMatchObject({ name: "ApiError", status: 503, retryAfter: 5000 });
    expect(elapsed).toBe(0);
  });
});

test("a date that is past asks for no wait", async () => {
  const past = { "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" };
  const { core } = clientWith([status(429, past)]);
  expect((await timed(send(core, "GET", { retries: 0 }))).error).toMatchObject({ retryAfter: 0 });
});

describe("an idempotency key", () => {
  const keys = (requests: readonly Request[], name = "idempotency-key") =>
    requests.map(({ headers }) => headers.get(name));

  test.each([
    { idempotencyKey: "k" },
    { idempotencyKey: true },
    { headers: { "Idempotency-Key": "k" } },
  ] as const)("makes any method repeatable, and is one for a call: %j", async (options) => {
    const { core, requests } = clientWith([status(500), broken("ECONNRESET"), success]);
    expect((await timed(send(core, "POST", options, { body: {} }))).error).toBeUndefined();
    expect(requests).toHaveLength(3);
    expect(new Set(keys(requests)).size).toBe(1);
    expect(keys(requests)[0]).toMatch(
      "idempotencyKey" in options && options.idempotencyKey === true ? /^[\da-f-]{36}$/ : /^k$/,
    );
  });

  test("is made where the description has a header for it", async () => {
    const { core, requests } = clientWith([status(500), success]);
    const operation = plainOperation("POST", {
      parameters: [{ name: "X-Idempotency-Key", in: "header" }],
      writeParameters: headerParameters,
    });
    await timed(call(core, operation, { body: {} }));
    await timed(call(core, operation, { body: {} }));
    const [first, second, third] = keys(requests, "x-idempotency-key");
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    await timed(call(core, operation, { body: {}, header: { "X-Idempotency-Key": "own" } }));
    expect(keys(requests, "x-idempotency-key")[3]).toBe("own");
  });
});

describe("a body", () => {
  const form = new FormData();
  form.append("a", "b");
  const text = (): string => "made anew";
  const bodies: readonly [string, unknown][] = [
    ["FormData", form],
    ["Blob", new Blob(["bytes"])],
    ["URLSearchParams", new URLSearchParams({ a: "b" })],
    ["bytes", new TextEncoder().encode("bytes")],
    ["a function", text],
    ["a function of streams", () => new Blob(["streamed"]).stream()],
  ];

  test.each(bodies)("of %s is sent again", async (_name, body) => {
    const { core, requests } = clientWith([status(503), success]);
    expect((await timed(callRaw(core, "POST", "/op", { body }))).value).toMatchObject({
      status: 200,
    });
    const [first, second] = await Promise.all(requests.map((one) => one.text()));
    const boundary = /-+formdata-[\w-]+/g;
    expect(second?.replaceAll(boundary, "")).toBe(first?.replaceAll(boundary, ""));
    expect(first).not.toBe("");
  });

  const hint = /body is a stream.* function/;
  const stream = () => new Blob(["streamed"]).stream();

  test.each([status(503), status(429), status(401)])(
    "that is a stream is not, and the error says so",
    async (answer) => {
      const { core, requests } = clientWith([answer, success]);
      const operation = plainOperation("PUT", {
        writeBody: (_operation, { body }) => ({ body: body as BodyInit }),
      });
      const { error } = await timed(call(core, operation, { body: stream() }));
      expect(error).toMatchObject({ status: answer.status });
      expect(error?.message).toMatch(hint);
      expect(requests).toHaveLength(1);
    },
  );

  test.each([
    ["a stream", stream()],
    [
      "an iterable",
      (async function* () {
        yield new Uint8Array(1);
      })(),
    ],
  ])("that is %s is not sent again after a broken connection either", async (_name, body) => {
    const { core, requests } = clientWith([broken("ECONNREFUSED"), success]);
    const { error } = await timed(callRaw(core, "PUT", "/op", { body }));
    expect(error).toMatchObject({ name: "ConnectionError" });
    expect(error?.message).toMatch(hint);
    expect(requests).toHaveLength(1);
  });
});

describe("an attempt", () => {
  const half = () =>
    new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('{"ok"')),
        pull: (controller) => controller.error(new TypeError("terminated")),
      }),
      { headers: { "content-type": "application/json", "x-request-id": "r1" } },
    );

  test("whose body breaks off is followed by another", async () => {
    const { core, requests } = clientWith([half, success]);
    expect(await timed(send(core))).toMatchObject({ value: { ok: true } });
    expect(requests).toHaveLength(2);
    const posted = await timed(send(clientWith([half, success]).core, "POST"));
    expect(posted.error).toMatchObject({ name: "ConnectionError", requestId: "r1" });
  });

  test("that is given up for the next frees its connection", async () => {
    const cancel = vi.fn<() => void>();
    const unread = () => new Response(new ReadableStream({ cancel }), { status: 503 });
    const { core } = clientWith([unread, success]);
    const fetch = core.options.fetch as NonNullable<ClientOptions["fetch"]>;
    await timed(send(core, "GET", { fetch }));
    expect(cancel).toHaveBeenCalledOnce();
  });

  test("is not repeated for what is no matter of the connection", async () => {
    const { core, requests } = clientWith([success]);
    const invalid = { headers: { "x-a": "line\nbreak" } };
    expect((await timed(send(core, "GET", invalid))).error).toBeInstanceOf(TypeError);
    expect(requests).toHaveLength(0);
  });

  test("knows how many were before it", async () => {
    const attempts: number[] = [];
    const { core } = clientWith([status(503)], {
      middleware: [
        {
          onAttempt(request, next) {
            attempts.push(request.attempt);
            return next(request);
          },
        },
      ],
    });
    const error = (await timed(send(core))).error as ApiError;
    expect(error.status).toBe(503);
    expect(attempts).toEqual([0, 1, 2]);
  });
});

describe("a wait", () => {
  test("ends at once when the caller gives up", async () => {
    const { core, requests } = clientWith([status(503, { "retry-after": "50" })]);
    const client = new AbortController();
    const failed = failure(send(core, "GET", { signal: client.signal }));
    await vi.advanceTimersByTimeAsync(100);
    client.abort(new Error("enough"));
    expect(await failed).toEqual(new Error("enough"));
    expect(requests).toHaveLength(1);
  });

  test("for a caller who has given up before does not begin", async () => {
    expect(await failure(wait(1000, AbortSignal.abort(new Error("enough"))))).toEqual(
      new Error("enough"),
    );
  });
});
