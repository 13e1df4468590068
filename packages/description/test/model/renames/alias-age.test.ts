import { expect, it } from "vitest";
import { compatibleVersion, isOver } from "../../../src/model/renames/alias-age.ts";

it.each([
  ["2.1.0", "2.9.3", false],
  ["2.1.0", "3.0.0", true],
  ["2.1.0", "2.0.0", false],
  ["2", "v3", true],
  ["0.2.0", "0.2.9", false],
  ["0.2.0", "0.3.0", true],
  ["0.9.0", "1.0.0", true],
  ["1.0.0-beta.1", "1.4.0", false],
  [undefined, "9.0.0", false],
  ["2.1.0", "2024-08-04", false],
])("a name that was given up in %s is over in %s: %s", (since, version, expected) => {
  expect(isOver(since, version)).toBe(expected);
});

it.each(["soon", "", "2024-08-04", "1.2.3.4", "1..2"])("%j is not a version", (text) => {
  expect(compatibleVersion(text)).toBeUndefined();
});
