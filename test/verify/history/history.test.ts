import { expect, test } from "vitest";
import { verifyCompatibility } from "@openapi-packages/verify";
import { describe } from "../../../packages/verify/test/support.ts";
import { base, history } from "./history.ts";

test.each(history)("judges: $name", async ({ head: changed, backward, forward }) => {
  const revisions = { base: await describe(base), head: await describe(changed) };
  const found = async (compatibility: "backward" | "forward"): Promise<string[]> => {
    const report = await verifyCompatibility({ ...revisions, compatibility });
    expect(report.errors).toEqual([]);
    return [...new Set(report.failures.map(({ check }) => check))];
  };
  expect({ backward: await found("backward"), forward: await found("forward") }).toEqual({
    backward,
    forward,
  });
});

test("finds nothing where nothing changed", async () => {
  const report = await verifyCompatibility({
    base: await describe(base),
    head: await describe(base),
  });
  expect(report.failures).toEqual([]);
  expect(report.coverage.every(({ isCovered }) => isCovered)).toBe(true);
});
