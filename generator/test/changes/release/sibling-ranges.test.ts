import { expect, it } from "vitest";
import { admits, nextRange } from "../../../src/changes/release/sibling-ranges.ts";

it.each([
  ["1.4.0", "1.4.1", false],
  ["^1.4.0", "1.5.0", true],
  ["~1.4.0", "1.4.1", true],
  ["~1.4.0", "1.5.0", false],
  ["^1.4.0", "2.0.0", false],
  ["^1.4.0", "1.5.0-next.0", false],
  // Written since the release: by `generate`, or by an earlier run.
  ["^2.0.0", "2.0.0", false],
  // What pnpm makes of it is an exact version.
  ["workspace:*", "1.4.1", false],
  ["workspace:^", "1.5.0", true],
  ["workspace:~", "1.5.0", false],
  ["workspace:^1.4.0", "2.0.0", false],
  ["file:../contract", "2.0.0", true],
  ["latest", "2.0.0", true],
])("a package released with %s of a sibling 1.4.0 takes its %s: %j", (range, next, expected) => {
  expect(admits(range, "1.4.0", next)).toBe(expected);
});

it.each([
  ["1.4.0", "1.4.1"],
  ["^1.4.0", "^1.4.1"],
  ["~1.4.0", "~1.4.1"],
  [">=1.4.0 <2", "^1.4.1"],
  ["^1.4.1", "^1.4.1"],
  ["workspace:*", "workspace:*"],
  ["workspace:^", "workspace:^"],
  ["workspace:^1.4.0", "workspace:^1.4.1"],
  ["file:../contract", "file:../contract"],
])("a package that is released asks for %s of a sibling 1.4.1 by %s", (range, expected) => {
  expect(nextRange(range, "1.4.1", true)).toBe(expected);
});

it("leaves a range that admits the version where the package is not released, and brings others back", () => {
  expect(nextRange("^1.4.0", "1.4.1", false)).toBe("^1.4.0");
  expect(nextRange("^2.0.0", "1.4.1", false)).toBe("^1.4.1");
});
