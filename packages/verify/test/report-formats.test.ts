import { isPassed, renderReport, type VerifyReport } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { modes } from "./report-modes.ts";
import { reportProblems } from "./report-schema.ts";
import { parseXml } from "./xml.ts";

/** What each format counts as failures. */
const counts: Readonly<Record<string, (report: VerifyReport) => number>> = {
  pretty: (report) => verdictCount(renderReport("pretty", report)),
  json: (report) =>
    (JSON.parse(renderReport("json", report)) as { failures: object[] }).failures.length,
  junit: (report) => Number(parseXml(renderReport("junit", report)).attributes["failures"]),
  sarif: (report) => {
    const log = JSON.parse(renderReport("sarif", report)) as {
      runs: [{ results: { suppressions?: object[] }[] }];
    };
    return log.runs[0].results.filter(({ suppressions }) => suppressions === undefined).length;
  },
  github: (report) => verdictCount(renderReport("github", report)),
};

/** Of the last line, which says why a run did not pass. */
const verdictCount = (text: string): number =>
  Number(/(\d+) failures?\b/.exec(text.trimEnd().split("\n").at(-1) ?? "")?.[1] ?? 0);

describe.each(Object.entries(modes))("the report of %s", (_, run) => {
  test("as JSON is as its schema says, and has nothing that the schema does not name", async () => {
    expect(reportProblems(await run())).toEqual([]);
  });

  test("has as many failures in every format", async () => {
    const report = await run();
    const found = Object.entries(counts).map(([format, count]) => [format, count(report)]);
    expect(found).toEqual(Object.keys(counts).map((format) => [format, report.failures.length]));
  });

  test("as JUnit does not pass where the run does not, and names each test once", async () => {
    const report = await run();
    const root = parseXml(renderReport("junit", report));
    const bad = Number(root.attributes["failures"]) + Number(root.attributes["errors"]);
    expect(bad === 0).toBe(isPassed(report));
    const tests = root.children.flatMap(({ attributes, children }) =>
      children
        .filter(({ name }) => name === "testcase")
        .map((one) => `${attributes["name"]} ${one.attributes["name"]}`),
    );
    expect(tests).toEqual([...new Set(tests)]);
    expect(root.attributes["tests"]).toBe(String(tests.length));
  });
});

test("the modes find what there is to count", async () => {
  const reports = await Promise.all(Object.values(modes).map((run) => run()));
  const sides = new Set(reports.map(({ side }) => side));
  expect([...sides].toSorted()).toEqual(["client", "compatibility", "server", "traffic"]);
  const all = reports.flatMap(({ failures }) => failures);
  expect(all.some(({ alsoIn }) => alsoIn.length > 0)).toBe(true);
  expect(reports.some(({ known }) => known.length > 0)).toBe(true);
  expect(reports.some(({ noLongerFailing }) => noLongerFailing.length > 0)).toBe(true);
  expect(reports.some(({ isInterrupted }) => isInterrupted)).toBe(true);
  expect(reports.some(({ coverage }) => coverage.some(({ missing }) => missing.length > 0))).toBe(
    true,
  );
});
