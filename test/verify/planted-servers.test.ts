import type { TestedServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { sampled } from "../test-all.ts";
import { Library } from "./library/library.ts";
import { serverFaults } from "./library/server-faults.ts";
import { transportFaults } from "./library/transport-faults.ts";
import { verified } from "./library/verified.ts";

/** The most requests that a run over the library's 17 operations may send. */
const budget = 2500;

test("a library without a fault passes, and all of it is covered", async () => {
  const report = await verified(new Library());
  expect(report).toMatchObject({ failures: [], errors: [], leftOut: [], notRun: 0 });
  expect(report.coverage.filter((row) => !row.isCovered)).toEqual([]);
  expect(report.exchanges).toBeLessThan(budget);
});

const planted = [
  ...serverFaults.map((fault) => ({ ...fault, open: (library: Library): TestedServer => library })),
  ...transportFaults.map((fault) => ({
    ...fault,
    open: ({ listener }: Library): TestedServer => ({ listener }),
  })),
];

test.each(sampled(planted, 4))(
  "a library is found that $name",
  async ({ make, open, operations, checks }) => {
    const wanted = checks.flatMap((check) => operations.map((id) => `${check} of ${id}`));
    // Most are found by the cases of the operation with the fault, which are few; the others, by those of all.
    let found: readonly string[] = [];
    for (const ids of [operations, undefined]) {
      const { failures, errors } = await verified(open(make()), ids);
      expect(errors).toEqual([]);
      found = failures.flatMap(({ check, operationId = "", operationIds = [operationId] }) =>
        operationIds.map((id) => `${check} of ${id}`),
      );
      if (found.some((one) => wanted.includes(one))) return;
    }
    expect.fail(`wanted ${wanted.join(", ")}; found ${found.join(", ")}`);
  },
);
