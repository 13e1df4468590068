import { describe, expect, test } from "vitest";
import { comparedAmounts, comparedTimes, divided, division } from "../../figures/division.ts";
import { conditionsText } from "../../figures/write-figures.ts";
import { listFiles, readSources } from "../../repository.ts";

describe("a comparison", () => {
  test("divides ours by theirs, and says who is slower", () => {
    expect(division).toBe("ours / theirs");
    expect(divided(20, 10)).toBe("2.00");
    expect(comparedTimes(20, 10)).toBe("2.00, slower");
    expect(comparedTimes(10, 20)).toBe("0.50, faster");
  });

  test("says more and less of amounts", () => {
    expect(comparedAmounts(20, 10)).toBe("2.00, more");
    expect(comparedAmounts(10, 20)).toBe("0.50, less");
  });

  test("calls equal what is shown as equal", () => {
    expect(comparedTimes(1000, 1001)).toBe("1.00, the same");
  });

  test("is empty where one of both failed", () => {
    expect(comparedTimes(undefined, 10)).toBe("");
    expect(comparedTimes(20, Number.NaN)).toBe("");
    expect(comparedTimes(20, 0)).toBe("");
  });
});

test("what is measured says how it divides, when, with what and against whom", () => {
  const text = conditionsText(
    "generation",
    {
      measured: "wall time",
      runs: "median of 3 runs each, in turn",
      peers: [{ name: "hey-api", version: "0.99.0", configuration: "types, sdk, zod" }],
      leftOut: "nothing",
    },
    new Date("2026-11-23T12:00:00Z"),
  );
  expect(text).toMatch(/^Ours \/ theirs, below 1 we are faster\. /);
  expect(text).toContain("`npm run bench:generate -- --write` on 23 November 2026");
  expect(text).toContain(`Node ${process.versions.node}`);
  expect(text).toContain("wall time; median of 3 runs each, in turn.");
  expect(text).toContain("Compared with hey-api 0.99.0 (types, sdk, zod).");
  expect(text).toContain("Left out: nothing.");
});

test("no benchmark divides by itself", () => {
  const programs = readSources(listFiles("test/bench/*.ts", "test/consumers/compare.ts"));
  expect(programs.length).toBeGreaterThan(20);
  const own = programs.filter(({ text }) => /[×✕] |\bratio\(|theirs \/ ours/.test(text));
  expect(own.map(({ path }) => path)).toEqual([]);
});
