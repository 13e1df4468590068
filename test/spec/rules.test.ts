import { beforeAll, describe, expect, test } from "vitest";
import { faults, type Fault } from "./faults.ts";
import { lintPlantings, type LintReport } from "./lint.ts";

const unchanged = { replace: "openapi: 3.1.0", by: "openapi: 3.1.0" };
let reports: ReadonlyMap<Fault, LintReport>;
let cleanReport: LintReport | undefined;

beforeAll(async () => {
  const [first, ...rest] = await lintPlantings([unchanged, ...faults]);
  cleanReport = first;
  reports = new Map(rest.map((report, index) => [faults[index] as Fault, report]));
});

test("a clean description has no findings", () => {
  expect(cleanReport?.findings).toEqual([]);
});

describe.each([...new Set(faults.map(({ rule }) => rule))])("%s", (rule) => {
  test.each(faults.filter((fault) => fault.rule === rule))("reports $what", (fault) => {
    const report = reports.get(fault) ?? { text: "", findings: [] };
    const { file = "openapi.yaml", at, message } = fault;
    const position = positionOf(report.text, at);
    expect(report.findings).toEqual([`${file}:${position}  ${rule}  ${message}`]);
  });
});

/** The first occurrence's `line:column`, both counted from 1. */
function positionOf(text: string, part: string): string {
  const lines = text.slice(0, text.indexOf(part)).split("\n");
  return `${lines.length}:${(lines.at(-1) ?? "").length + 1}`;
}
