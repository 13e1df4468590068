import { caseIdOf } from "../run/known-failures.ts";
import type { Failure, VerifyReport } from "./report.ts";
import {
  counted,
  failureSubject,
  furtherIssues,
  manyLines,
  replayText,
  warningLines,
  wayOut,
  type ReportOptions,
} from "./report-text.ts";
import { timeTexts } from "./time-table.ts";
import { coverageSummary, coverageText, lackOfCoverage, statusCells } from "./verdict.ts";

/** A `testcase` element. */
interface TestCase {
  readonly name: string;
  readonly inside: readonly string[];
  readonly kind: "passed" | "failure" | "error" | "skipped";
}

/**
 * Formats the report as JUnit XML for continuous integration: a suite for each operation, a test for each case
 * and each failure, and one suite for general results.
 */
export function junitReport(report: VerifyReport, options: ReportOptions = {}): string {
  const suites = suitesOf(report, options);
  const all = [...suites.values()].flat();
  const seconds = (report.duration / 1000).toFixed(3);
  const properties = Object.entries({
    subject: report.subject,
    side: report.side,
    seed: report.seed,
    ...prefixed(coverageSummary(report)),
  }).map(([name, value]) => `<property ${attributes({ name, value: String(value) })}/>`);
  const rows = new Map(report.coverage.map((row) => [row.operationId, row]));
  const elements = [...suites].map(([name, tests], index) => {
    const row = rows.get(name);
    const seen =
      row === undefined
        ? coverageText(report)
        : [
            ...statusCells(row).map(({ status, count }) => `${status}: ${count}`),
            ...timeTexts({ ...report, coverage: [row] }),
          ].join(", ");
    return [
      `  <testsuite ${attributes({ name, ...counts(tests), time: index === 0 ? seconds : "0" })}>`,
      ...(index === 0 ? [`    <properties>${properties.join("")}</properties>`] : []),
      ...tests.map((test) => testElement(name, test)),
      `    <system-out>${escapeXml(seen)}</system-out>`,
      "  </testsuite>",
    ].join("\n");
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes({ name: report.title, ...counts(all), time: seconds })}>`,
    ...elements,
    "</testsuites>\n",
  ].join("\n");
}

/** The suite for results that do not belong to a single operation. */
const general = "verification";

/**
 * Creates the suites. Each failure is one failed test, so that all formats count alike. Cases that found the
 * failure of another case are skipped with its name. Other obstacles to a passing run are errors.
 */
function suitesOf(report: VerifyReport, options: ReportOptions): Map<string, TestCase[]> {
  const suites = new Map<string, TestCase[]>([[general, generalTests(report, options)]]);
  const add = (suite: string, test: TestCase): void =>
    void suites.set(suite, [...(suites.get(suite) ?? []), test]);
  const failures = Map.groupBy(report.failures, ({ id }) => caseIdOf(id));
  const alike = new Map(
    report.failures.flatMap(({ id, alsoIn }) => alsoIn.map((one) => [caseIdOf(one), id] as const)),
  );
  const notes = new Map(
    report.known.map(({ failure, reason }) => [caseIdOf(failure.id), `known: ${reason}`]),
  );
  const skipped = new Map(
    report.leftOut.map((one) => [one.caseId, `${one.reason}: ${wayOut(one.how)}`]),
  );
  const errors = new Map(report.errors.map((one) => [one.caseId, one.message]));
  for (const { id, operationIds } of report.ran) {
    const suite = operationIds[0] ?? general;
    const failed = failures.get(id) ?? [];
    for (const test of failedTests(id, failed, options)) add(suite, test);
    const [error, note] = [errors.get(id), notes.get(id)];
    const same = alike.get(id);
    const skip = skipped.get(id) ?? (same === undefined ? undefined : `it fails as ${same} does`);
    if (error !== undefined)
      // A case that fails and then cannot continue becomes two tests.
      add(suite, errorTest(failed.length === 0 ? id : `${id}: the rest`, error, error));
    else if (failed.length > 0) continue;
    else if (skip !== undefined)
      add(suite, {
        name: id,
        kind: "skipped",
        inside: [`<skipped ${attributes({ message: skip })}/>`],
      });
    else {
      const inside = note === undefined ? [] : [`<system-out>${escapeXml(note)}</system-out>`];
      add(suite, { name: id, kind: "passed", inside });
    }
  }
  for (const { name, notTried } of report.families)
    for (const { operationId, what, how } of notTried)
      add(operationId, {
        name: `${operationId}, not tried: ${name}`,
        kind: "skipped",
        inside: [`<skipped ${attributes({ message: `${what}: ${wayOut(how)}` })}/>`],
      });
  const ran = new Set(report.ran.map(({ id }) => id));
  for (const [id, failed] of failures)
    if (!ran.has(id))
      for (const test of failedTests(id, failed, options))
        add(failed[0]?.operationId ?? general, test);
  return suites;
}

/**
 * Returns the tests of a failing case. If there are several, their names contain the check and, if needed, the
 * place.
 */
function failedTests(
  id: string,
  failures: readonly Failure[],
  options: ReportOptions,
): readonly TestCase[] {
  const names = new Map<string, number>();
  return failures.map((failure) => {
    const own = failures.length === 1 ? id : `${id}: ${failure.check} at ${failure.pointer}`;
    const count = (names.get(own) ?? 0) + 1;
    names.set(own, count);
    const name = count === 1 ? own : `${own} (${count})`;
    return { name, kind: "failure", inside: [failureElement(failure, options)] };
  });
}

const errorTest = (name: string, message: string, text: string): TestCase => ({
  name,
  kind: "error",
  inside: [element("error", message, "error", text)],
});

function generalTests(report: VerifyReport, options: ReportOptions): TestCase[] {
  const lack = lackOfCoverage(report, options);
  const coverage: TestCase =
    lack === undefined
      ? { name: "coverage", kind: "passed", inside: [] }
      : errorTest("coverage", lack, uncovered(report));
  const gone = report.noLongerFailing.map(({ name, reason }) =>
    errorTest(`known failure ${name}`, "it is no longer there", reason),
  );
  const after = report.errors
    .filter(({ caseId }) => !report.ran.some(({ id }) => id === caseId))
    .map(({ caseId, message }) => errorTest(caseId, message, message));
  const interrupted = report.isInterrupted
    ? [errorTest("all cases", `interrupted: ${counted(report.notRun, "case")} not run`, "")]
    : [];
  const unfollowed = warningLines(report).map((line): TestCase => ({
    name: `extension not followed: ${line}`,
    kind: "skipped",
    inside: [`<skipped ${attributes({ message: line })}/>`],
  }));
  return [coverage, ...unfollowed, ...gone, ...after, ...interrupted];
}

function uncovered({ coverage }: VerifyReport): string {
  const rows = coverage.filter(({ isCovered }) => !isCovered);
  return rows
    .map(({ operationId, missing }) =>
      [operationId, ...missing.map(({ what, how }) => `  ${what}: ${wayOut(how)}`)].join("\n"),
    )
    .join("\n");
}

function failureElement(failure: Failure, options: ReportOptions): string {
  const text = [
    failure.message,
    failureSubject(failure),
    ...furtherIssues(failure),
    ...failure.steps.flatMap(({ curl, call, response, failure: reason }) => [
      curl,
      ...(call === undefined ? [] : [call]),
      response === undefined
        ? `no answer: ${reason ?? ""}`
        : `${response.status} ${response.body ?? ""}`.trim(),
    ]),
    `replay: ${replayText(failure, options)}`,
  ];
  return element("failure", failure.message, failure.check, text.join("\n"));
}

function element(name: "failure" | "error", message: string, type: string, text: string): string {
  return `<${name} ${attributes({ message, type })}>${escapeXml(manyLines(text))}</${name}>`;
}

function testElement(suite: string, { name, inside }: TestCase): string {
  const own = attributes({ classname: suite, name, time: "0" });
  return inside.length === 0
    ? `    <testcase ${own}/>`
    : `    <testcase ${own}>${inside.join("")}</testcase>`;
}

function counts(tests: readonly TestCase[]): Record<string, string> {
  const count = (kind: TestCase["kind"]): string =>
    String(tests.filter((test) => test.kind === kind).length);
  return {
    tests: String(tests.length),
    failures: count("failure"),
    errors: count("error"),
    skipped: count("skipped"),
  };
}

const prefixed = (summary: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(summary).map(([name, value]) => [`coverage.${name}`, value]));

const attributes = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escapeXml(manyLines(value)).replaceAll("\n", "&#10;")}"`)
    .join(" ");

/** Escapes text for XML 1.0, section 2.2. Invalid characters are shown as escapes. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g,
      (sign) => String.raw`\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
    )
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");
}
