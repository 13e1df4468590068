import { describe, expect, test } from "vitest";
import { eventFieldsOf, withEventFields } from "../../runtime/src/event-stream/index.ts";
import { playStream } from "../src/answers/play-stream.ts";
import type { PlayOptions } from "../src/answers/play-stream.ts";
import { parseLatency, takesFrom } from "../src/answers/latency.ts";
import { randomFrom } from "../src/random.ts";
import { QuickClock, StillClock } from "./quick-clock.ts";

const play = (items: readonly unknown[], options: Partial<PlayOptions> = {}) =>
  playStream(items, {
    interval: { from: 100, to: 100 },
    clock: new QuickClock(),
    random: randomFrom(1),
    ...options,
  });

const idsOf = async (stream: AsyncIterable<unknown>): Promise<unknown[]> =>
  (await Array.fromAsync(stream)).map((item) => eventFieldsOf(item)?.id);

const events = [{ event_id: "a" }, { event_id: "b" }, { event_id: "c" }];

describe("a stream that is played", () => {
  test("waits between its items, and neither before nor behind them", async () => {
    const clock = new QuickClock();
    expect(await Array.fromAsync(play(events, { clock }))).toEqual(events);
    expect(clock.waits).toEqual([100, 100]);
    const ranged = new QuickClock();
    await Array.fromAsync(play(events, { clock: ranged, interval: { from: 10, to: 20 } }));
    expect(ranged.waits.every((one) => one >= 10 && one <= 20)).toBe(true);
  });

  test("tells ids: the items' own, else their numbers", async () => {
    expect(await idsOf(play(events))).toEqual(["a", "b", "c"]);
    expect(await idsOf(play([{ id: 7 }, { x: 1 }]))).toEqual(["7", "2"]);
    expect(await idsOf(play([{ id: "m" }, { id: "m" }, [1]]))).toEqual(["1", "2", "3"]);
    expect(await idsOf(play([{ id: "line\nbreak" }]))).toEqual(["1"]);
    expect(await idsOf(play(events, { idOf: (_, index) => `n${index}` }))).toEqual([
      "n0",
      "n1",
      "n2",
    ]);
    expect(await Array.fromAsync(play(["a", 1, null]))).toEqual(["a", 1, null]);
  });

  test("leaves the items and their other fields as they are", async () => {
    const item = withEventFields({ n: 1 }, { event: "tick" });
    const [told] = await Array.fromAsync(play([item]));
    expect(eventFieldsOf(told)).toEqual({ event: "tick", id: "1" });
    expect(eventFieldsOf(item)).toEqual({ event: "tick" });
  });

  test("goes on behind the last event that a client had", async () => {
    expect(await idsOf(play(events, { lastEventId: "b" }))).toEqual(["c"]);
    expect(await idsOf(play(events, { lastEventId: "c" }))).toEqual([]);
    expect(await idsOf(play(events, { lastEventId: "z" }))).toEqual(["a", "b", "c"]);
    const numbered = play([{ x: 1 }, { x: 2 }], { lastEventId: "1" });
    expect(await Array.fromAsync(numbered)).toEqual([{ x: 2 }]);
  });

  test("ends while it waits, when its client is gone", async () => {
    const clock = new StillClock();
    const client = new AbortController();
    const stream = play(events, { clock, signal: client.signal })[Symbol.asyncIterator]();
    expect((await stream.next()).value).toEqual(events[0]);
    const next = stream.next();
    await Promise.resolve();
    client.abort();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(clock.pending).toBe(0);
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  test("ends while it waits, when it is left", async () => {
    const clock = new StillClock();
    const stream = play(events, { clock })[Symbol.asyncIterator]();
    await stream.next();
    const next = stream.next();
    await Promise.resolve();
    expect(clock.pending).toBe(1);
    expect(await stream.return?.()).toEqual({ done: true, value: undefined });
    expect(clock.pending).toBe(0);
    expect(await next).toEqual({ done: true, value: undefined });
  });

  test("tells nothing to a client that is gone already", async () => {
    expect(await Array.fromAsync(play(events, { signal: AbortSignal.abort() }))).toEqual([]);
  });
});

describe("a latency", () => {
  test.each([
    [200, 200, 200],
    [0, 0, 0],
    ["200", 200, 200],
    ["200..800", 200, 800],
    ["1.5..2", 1.5, 2],
  ])("%j", (value, from, to) => {
    expect(parseLatency(value)).toEqual({ from, to });
  });

  test.each([-1, Number.NaN, Infinity, 2 ** 31, "", "a", "800..200", "1..2..3", "1...2", null, {}])(
    "is none: %j",
    (value) => {
      expect(() => parseLatency(value)).toThrow(TypeError);
    },
  );

  test("takes a time in its range", () => {
    const random = randomFrom("latency");
    const times = Array.from({ length: 200 }, () => takesFrom({ from: 10, to: 12 }, random));
    expect(new Set(times)).toEqual(new Set([10, 11, 12]));
    expect(takesFrom({ from: 1.5, to: 1.5 }, random)).toBe(1.5);
  });
});
