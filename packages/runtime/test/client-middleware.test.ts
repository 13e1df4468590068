import { describe, expect, test, vi } from "vitest";
import { call } from "../src/client/index.ts";
import type { ClientRequest, Middleware, Next } from "../src/client/index.ts";
import { failure } from "./client-harness.ts";
import { clientWith, plainOperation, send, status, success } from "./transport-harness.ts";

const now = { "retry-after": "0" };
const names = ["onCall", "onAttempt"] as const;

describe.each(names)("middleware by %s", (name) => {
  /** A middleware that does this. */
  const doing = (
    handle: (request: ClientRequest, next: Next) => Promise<Response>,
  ): Middleware => ({
    [name]: handle,
  });

  test("is an onion, the first outermost", async () => {
    const steps: string[] = [];
    const layer = (label: string): Middleware =>
      doing(async (request, next) => {
        steps.push(`${label} in`);
        const response = await next(request);
        steps.push(`${label} out`);
        return response;
      });
    const { core } = clientWith([success], { middleware: [layer("a"), {}, layer("b")] });
    await send(core);
    expect(steps).toEqual(["a in", "b in", "b out", "a out"]);
  });

  test("sees what is called, and changes what is sent", async () => {
    let seen: ClientRequest | undefined;
    const { core, requests } = clientWith([success], {
      auth: "secret",
      middleware: [
        doing((request, next) => {
          seen = request;
          const headers = { ...request.headers, "x-added": "1" };
          return next({ ...request, headers, url: `${request.url}?added` });
        }),
      ],
    });
    const operation = plainOperation("POST", { security: [{ bearer: [] }] });
    await call(core, operation, { body: { a: 1 } });
    expect(seen).toMatchObject({
      operation,
      method: "POST",
      url: "http://books.example/v1/op",
      body: '{"a":1}',
      attempt: 0,
    });
    expect(JSON.stringify(seen)).not.toMatch("secret");
    expect(requests[0]?.url).toBe("http://books.example/v1/op?added");
    expect(requests[0]?.headers.get("x-added")).toBe("1");
    expect(requests[0]?.headers.get("authorization")).toBe("Bearer secret");
  });

  test("may send a request again", async () => {
    const { core, requests } = clientWith([status(409), success], {
      middleware: [
        doing(async (request, next) => {
          const first = await next(request);
          return first.status === 409 ? next(request) : first;
        }),
      ],
    });
    expect(await send(core, "POST", {}, { body: { a: 1 } })).toEqual({ ok: true });
    expect(await Promise.all(requests.map((one) => one.text()))).toEqual(['{"a":1}', '{"a":1}']);
  });

  test("may answer itself", async () => {
    const answer = () => Promise.resolve(Response.json({ cached: true }));
    const { core, requests } = clientWith([success], { middleware: [doing(answer)] });
    const sent = send(core);
    expect(await sent).toEqual({ cached: true });
    expect(await (await send(core).response()).json()).toEqual({ cached: true });
    expect(requests).toHaveLength(0);
  });

  test("may answer in place of a failure", async () => {
    const { core } = clientWith([new TypeError("fetch failed")], {
      retries: 0,
      middleware: [doing((request, next) => next(request).catch(() => Response.json("stale")))],
    });
    expect(await send(core)).toBe("stale");
  });

  test("passes through what it throws, which is not tried again", async () => {
    for (const error of [new Error("own"), "text", undefined]) {
      const { core, requests } = clientWith([success], {
        middleware: [
          doing(async (request, next) => {
            await next(request);
            throw error;
          }),
        ],
      });
      expect(await failure(send(core))).toBe(error);
      expect(requests).toHaveLength(1);
    }
  });

  test("that throws lets go of a response that nobody has read", async () => {
    let signal: AbortSignal | undefined;
    const stream = new Response(new ReadableStream(), {
      headers: { "content-type": "text/event-stream" },
    });
    const { core } = clientWith([stream], {
      middleware: [
        doing(async (request, next) => {
          await next(request);
          throw new Error("own");
        }),
      ],
    });
    const fetch: typeof core.options.fetch = async (_request, init) => {
      signal = init?.signal;
      return stream.clone();
    };
    await failure(send(core, "GET", { fetch }));
    expect(signal?.aborted).toBe(true);
  });

  test("may read a copy of the body, but not the body itself unless it is made anew", async () => {
    const texts: string[] = [];
    const reading = (copy: (response: Response) => Response): Middleware =>
      doing(async (request, next) => {
        const response = await next(request);
        texts.push(await copy(response).text());
        return response;
      });
    const copied = clientWith([success], { middleware: [reading((one) => one.clone())] });
    expect(await send(copied.core)).toEqual({ ok: true });
    const consumed = clientWith([success], { middleware: [reading((one) => one)] });
    const error = (await failure(send(consumed.core))) as Error;
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toMatch("`clone()`");
    expect(consumed.requests).toHaveLength(1);
    expect(texts).toEqual(['{"ok":true}', '{"ok":true}']);
  });

  test("keeps its `this`", async () => {
    class Counter {
      count = 0;
      onCall = undefined;
      onAttempt = undefined;
    }
    const counter = Object.assign(new Counter(), {
      [name](this: Counter, request: ClientRequest, next: Next) {
        this.count += 1;
        return next(request);
      },
    });
    const { core } = clientWith([success], { middleware: [counter as unknown as Middleware] });
    await send(core);
    expect(counter.count).toBe(1);
  });
});

describe("middleware", () => {
  test("is around a call once, and around each attempt", async () => {
    const onCall = vi.fn<NonNullable<Middleware["onCall"]>>((request, next) => next(request));
    const onAttempt = vi.fn<NonNullable<Middleware["onAttempt"]>>((request, next) => next(request));
    const answers = [status(503, now), status(503, now), success];
    const { core } = clientWith(answers, { middleware: [{ onCall, onAttempt }] });
    expect(await send(core)).toEqual({ ok: true });
    expect(onCall).toHaveBeenCalledOnce();
    expect(onAttempt.mock.calls.map(([{ attempt }]) => attempt)).toEqual([0, 1, 2]);
  });

  test("around a call gets its response when the body has come, and what has broken off again", async () => {
    const half = () =>
      new Response(
        new ReadableStream({ pull: (controller) => controller.error(new Error("broken")) }),
      );
    const { core, requests } = clientWith([half, success], {
      middleware: [
        {
          async onCall(request, next) {
            const response = await next(request);
            expect(response.status).toBe(200);
            expect(response.headers.get("content-type")).toBe("application/json");
            return response;
          },
        },
      ],
    });
    vi.spyOn(Math, "random").mockReturnValueOnce(0);
    expect(await send(core)).toEqual({ ok: true });
    expect(requests).toHaveLength(2);
  });

  test("around a call leaves a stream a stream", async () => {
    const cancel = vi.fn<() => void>();
    const events = () =>
      new Response(new ReadableStream({ cancel }), {
        headers: { "content-type": "text/event-stream" },
      });
    const onCall: Middleware["onCall"] = (request, next) => next(request);
    const { core } = clientWith([events], { middleware: [{ onCall }] });
    const response = await send(core).response();
    await response.body?.cancel();
    expect(cancel).toHaveBeenCalledOnce();
  });

  test("gets the same idempotency key however often it sends a request", async () => {
    const onCall: Middleware["onCall"] = async (request, next) => {
      await next(request);
      return next(request);
    };
    const { core, requests } = clientWith([success], { middleware: [{ onCall }] });
    await send(core, "POST", { idempotencyKey: true });
    const keys = requests.map(({ headers }) => headers.get("idempotency-key"));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });
});
