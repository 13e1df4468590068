import { describe, expect, test, vi } from "vitest";
import { callbackLimits } from "../../src/callbacks/callback-queue.ts";
import { emma, mocked } from "./support.ts";

describe("sending a callback", () => {
  test("follows no redirect, and reads no answer", async () => {
    const { mock, receiver, create } = mocked();
    let isCancelled = false;
    const body = new ReadableStream({ cancel: () => void (isCancelled = true) });
    receiver.answer = () =>
      Promise.resolve(
        new Response(body, { status: 302, headers: { location: "http://10.0.0.1/" } }),
      );
    await create(emma);
    expect(receiver.got).toHaveLength(1);
    expect([mock.callbacks[0]?.status, isCancelled]).toEqual([302, true]);
  });

  test("ends without an answer in time, and says why it failed", async () => {
    const { mock, receiver, create } = mocked();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(AbortSignal.abort());
    receiver.answer = () => new Promise(() => {});
    await create(emma);
    expect(timeout).toHaveBeenCalledWith(callbackLimits.milliseconds);
    receiver.answer = () =>
      Promise.reject(
        new TypeError("fetch failed", {
          cause: Object.assign(new Error(), { code: "ECONNREFUSED" }),
        }),
      );
    await create(emma);
    expect(mock.callbacks.map(({ reason }) => reason)).toEqual([
      "nobody answers within 10 seconds",
      "fetch failed (ECONNREFUSED)",
    ]);
  });

  test("is given up by a reset, which forgets what was sent", async () => {
    const { mock, receiver, create } = mocked();
    await create(emma);
    receiver.answer = () => new Promise(() => {});
    const waiting = create(emma);
    await expect.poll(() => receiver.got).toHaveLength(2);
    mock.reset();
    await waiting;
    expect(mock.callbacks).toEqual([]);
  });

  test("has bounds of how many are under way, and of what is remembered", async () => {
    const { mock, receiver } = mocked();
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    receiver.answer = async () => {
      await gate;
      return new Response(null, { status: 204 });
    };
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(emma) };
    for (let count = 0; count < callbackLimits.pending + 2; count += 1)
      await mock.fetch("/books", init);
    open();
    await mock.settled();
    expect(receiver.got).toHaveLength(callbackLimits.pending);
    expect(mock.callbacks).toHaveLength(callbackLimits.deliveries);
    const full = mock.callbacks.filter(({ reason }) => reason !== undefined);
    expect(full.map(({ reason }) => reason)).toEqual([
      "100 others are on their way",
      "100 others are on their way",
    ]);
  });

  test("refuses a body of more than a mebibyte", async () => {
    const note = "x".repeat(callbackLimits.bytes);
    const { mock, create } = mocked({ input: { body: { note } } });
    await create(emma);
    expect(mock.callbacks[0]?.reason).toBe("its body is larger than 1 MiB");
  });
});
