import { describe, expect, test, vi } from "vitest";
import type { CreateMockOptions } from "../src/types.ts";
import { dune, mocked, prefer, until } from "./engine-books.ts";
import { QuickClock, StillClock } from "./quick-clock.ts";
import { ManualClock, nextTurn } from "./state/manual-clock.ts";

describe("a request that prefers", () => {
  test.each([
    ["code=404", 404, { title: "No such book." }],
    ["example=emma", 200, { book_id: "b2", title: "Emma" }],
    ["code=200, example=dune", 200, dune],
  ])("%s gets it", async (text, status, body) => {
    const { send } = mocked();
    expect(await send("GET /books/b1", prefer(text))).toStrictEqual({ status, body });
  });

  test.each(["code=418", "example=none", "code=abc", "fault=fire"])(
    "%s is refused, and told of",
    async (text) => {
      const { send, exchanges } = mocked();
      const { status, body } = await send("GET /books/b1", prefer(text));
      expect(status).toBe(400);
      const issues = [expect.objectContaining({ in: "header", pointer: "/prefer" })];
      expect(body).toMatchObject({ errors: issues });
      expect(exchanges).toMatchObject([{ status: 400, violations: [{ side: "request", issues }] }]);
    },
  );

  test("a fault gets it, and the next request does not", async () => {
    const { mock, exchanges, send } = mocked();
    const broken = mock.fetch("/books/b1", prefer("fault=reset"));
    await expect(broken).rejects.toThrow(TypeError);
    expect((await send("GET /books/b1")).status).toBe(200);
    expect(exchanges).toMatchObject([
      { number: 1, fault: "reset", status: undefined },
      { number: 2, fault: undefined, status: 200 },
    ]);
  });
});

describe("answers that vary", () => {
  const ask = async (options: CreateMockOptions, text?: string): Promise<unknown[]> => {
    const { mock, send } = mocked({ state: false, ...options });
    const bodies: unknown[] = [];
    const askTwice = async (): Promise<void> => {
      for (const _ of [1, 2])
        bodies.push((await send("GET /books/b1", text === undefined ? {} : prefer(text))).body);
    };
    await askTwice();
    mock.reset();
    await askTwice();
    return bodies;
  };

  test("differ from request to request, and are the same after a reset and elsewhere", async () => {
    const [first, second, ...after] = await ask({ dynamic: true, seed: 7 });
    expect(first).not.toStrictEqual(second);
    expect(after).toStrictEqual([first, second]);
    expect(await ask({ dynamic: true, seed: 7 })).toStrictEqual([first, second, first, second]);
    expect(await ask({ dynamic: true, seed: 8 })).not.toContainEqual(first);
  });

  test("are the same by the same seed of a request", async () => {
    const [first, ...others] = await ask({}, "dynamic=true, seed=a");
    expect(first).not.toStrictEqual(dune);
    expect(others).toStrictEqual([first, first, first]);
  });

  test("conform", async () => {
    for (const body of await ask({ dynamic: true }))
      expect(body).toMatchObject({ title: expect.any(String) });
  });

  test("are none where a request does not want them", async () => {
    expect(new Set(await ask({ dynamic: true }, "dynamic=false")).values().next().value).toEqual(
      dune,
    );
  });

  test("are none of what is remembered", async () => {
    const { send } = mocked({ dynamic: true });
    expect((await send("GET /books/b1")).body).toStrictEqual(dune);
  });
});

describe("the latency", () => {
  test("is waited for by the mock's clock, and no longer than that", async () => {
    const clock = new ManualClock();
    const { mock } = mocked({ clock, latency: 200 });
    let isAnswered = false;
    const answered = mock.fetch("/books/b1").then(() => (isAnswered = true));
    await nextTurn();
    await clock.advance(199);
    expect(isAnswered).toBe(false);
    await clock.advance(1);
    expect(await answered).toBe(true);
    expect(clock.waiting).toBe(0);
  });

  test("passes as the mock is put forward", async () => {
    const clock = new ManualClock();
    const { mock } = mocked({ clock, latency: 200 });
    const answered = mock.fetch("/books/b1");
    await nextTurn();
    mock.advance(150);
    await nextTurn();
    expect(clock.waiting).toBe(1);
    mock.advance(50);
    expect((await answered).status).toBe(200);
    expect(clock.waiting).toBe(0);
  });

  test("ends with a client that is gone, of which nobody is told as of an error", async () => {
    const clock = new StillClock();
    const onError = vi.fn<NonNullable<CreateMockOptions["onError"]>>();
    const { mock, exchanges } = mocked({ clock, latency: 200, onError });
    const controller = new AbortController();
    const answered = mock.fetch("/books/b1", { signal: controller.signal });
    await until(() => clock.pending === 1);
    controller.abort();
    await expect(answered).rejects.toThrow("aborted");
    await until(() => exchanges.length === 1);
    expect(clock.pending).toBe(0);
    expect(onError).not.toHaveBeenCalled();
  });

  test("is a range, from which each request takes its own by the seed", async () => {
    const take = async (): Promise<readonly number[]> => {
      const clock = new QuickClock();
      const { send } = mocked({ clock, latency: "200..800" });
      for (const _ of [1, 2, 3]) await send("GET /books/b1");
      return clock.waits;
    };
    const waits = await take();
    expect(new Set(waits).size).toBe(3);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(200);
    expect(Math.max(...waits)).toBeLessThanOrEqual(800);
    expect(await take()).toStrictEqual(waits);
  });

  test("that makes no sense is refused", () => {
    expect(() => mocked({ latency: "800..200" })).toThrow(TypeError);
  });
});
