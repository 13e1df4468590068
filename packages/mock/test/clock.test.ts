import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { systemClock } from "../src/clock.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

test("a wait for longer than a timer takes is none that ends at once", async () => {
  let hasEnded = false;
  const stop = new AbortController();
  const waiting = systemClock.wait(2 ** 40, stop.signal).then(
    () => (hasEnded = true),
    () => undefined,
  );
  await vi.advanceTimersByTimeAsync(86_400_000);
  expect(hasEnded).toBe(false);
  stop.abort();
  await waiting;
});
