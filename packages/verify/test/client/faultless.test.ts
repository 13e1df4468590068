import { expect, test } from "vitest";
import { verifyNotes } from "./support.ts";

test("a client that does what the description says has no failure, and is called for each of it", async () => {
  const { failures, coverage, errors, leftOut } = await verifyNotes();
  expect(failures.map(({ id, check, message }) => `${id} ${check}: ${message}`)).toEqual([]);
  expect(errors).toEqual([]);
  expect(coverage.filter(({ isCovered }) => !isCovered)).toEqual([]);
  expect(leftOut.map(({ reason }) => reason.replaceAll(/\d+/g, "n"))).toEqual(
    ["statuses of answers", "headers of answers", "reasons of errors"].map(
      (what) => `the client does not show ${what}: n were not compared`,
    ),
  );
});
