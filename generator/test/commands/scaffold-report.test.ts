import { expect, test } from "vitest";
import { scaffoldReport } from "../../src/commands/scaffold-report.ts";
import type { ScaffoldResult } from "../../src/scaffold/scaffold-types.ts";

const result: ScaffoldResult = {
  created: Array.from({ length: 13 }, (_, index) => `pets/handler-${index}.ts`),
  edited: [],
  renamed: [],
  orphaned: [],
  byHand: [],
  kept: [],
  leftOut: { operations: [], components: [] },
};

test("many created handlers are counted, and listed by --verbose and by plans", () => {
  const short = scaffoldReport(result, false);
  expect(short.match(/^created {2}pets/gm)).toHaveLength(10);
  expect(short).toContain("\n… and 3 files more, which --verbose lists\n13 created, ");
  for (const all of [scaffoldReport(result, false, true), scaffoldReport(result, true)]) {
    expect(all.match(/^created? {2,3}pets/gm)).toHaveLength(13);
    expect(all).not.toContain("…");
  }
});
