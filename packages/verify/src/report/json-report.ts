import type { Failure, VerifyReport } from "./report.ts";
import { jsonText, replayText, type ReportOptions } from "./report-text.ts";
import { coverageSummary, isPassed } from "./verdict.ts";

/** Formats the report as JSON, according to `report.schema.json` of this package. */
export function jsonReport(report: VerifyReport, options: ReportOptions = {}): string {
  const { failures, known, duration, ...rest } = report;
  const value = {
    version: 1,
    passed: isPassed(report, options),
    ...rest,
    duration: Math.round(duration),
    summary: coverageSummary(report),
    failures: failures.map((failure) => failureValue(failure, options)),
    known: known.map(({ failure, reason }) => ({
      reason,
      failure: failureValue(failure, options),
    })),
  };
  return jsonText(value);
}

/** Returns a failure without its exchanges, which contain credentials. */
function failureValue(failure: Failure, options: ReportOptions): object {
  const { exchanges: _, expected: _expected, ...shown } = failure;
  return { ...shown, replay: replayText(failure, options) };
}
