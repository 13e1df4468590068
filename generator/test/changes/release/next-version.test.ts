import { expect, it } from "vitest";
import { nextVersion } from "../../../src/changes/release/next-version.ts";

it.each([
  ["1.2.3", "major", undefined, "2.0.0"],
  ["1.2.3", "minor", undefined, "1.3.0"],
  ["1.2.3", "patch", undefined, "1.2.4"],
  ["1.2.3", "none", undefined, "1.2.3"],
  ["0.2.3", "major", undefined, "0.3.0"],
  ["0.2.3", "minor", undefined, "0.2.4"],
  ["0.2.3", "patch", undefined, "0.2.4"],
  ["0.0.3", "major", undefined, "0.1.0"],
  ["1.2.3", "major", "next", "2.0.0-next.0"],
  ["1.2.3", "patch", "rc", "1.2.4-rc.0"],
  ["0.2.3", "major", "next", "0.3.0-next.0"],
  ["2.0.0-next.0", "minor", "next", "2.0.0-next.1"],
  ["2.0.0-next.0", "major", "next", "2.0.0-next.1"],
  ["1.3.0-next.4", "major", "next", "2.0.0-next.0"],
  ["1.2.4-next.4", "minor", "next", "1.3.0-next.0"],
  ["2.0.0-next.3", "patch", "rc", "2.0.0-rc.0"],
  ["0.3.0-next.1", "major", "next", "0.3.0-next.2"],
  ["2.0.0-next.1", "major", undefined, "2.0.0"],
  ["2.0.0-next.1", "patch", undefined, "2.0.0"],
  ["1.3.0-next.1", "major", undefined, "2.0.0"],
  ["0.3.0-next.1", "major", undefined, "0.3.0"],
] as const)("after %s, %s as a prerelease %s: %s", (last, level, identifier, expected) => {
  expect(nextVersion(last, level, identifier)).toBe(expected);
});
