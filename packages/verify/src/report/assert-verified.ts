import type { VerifyReport } from "./report.ts";
import type { ReportOptions } from "./report-text.ts";
import { terminalReport } from "./terminal-report.ts";
import { isPassed } from "./verdict.ts";

/** A run that did not pass; its message is the report. */
export class VerificationError extends Error {
  override readonly name = "VerificationError";
  readonly report: VerifyReport;

  constructor(report: VerifyReport, message: string) {
    super(message);
    this.report = report;
    // The place is that of the assertion in the user's test.
    Error.captureStackTrace(this, assertVerified);
  }
}

/**
 * Makes a test of a run, in vitest, `node:test` or any other runner.
 *
 * @throws {VerificationError} when it found a failure, could not run a case to its end, or covered less than it had to
 */
export function assertVerified(report: VerifyReport, options: ReportOptions = {}): void {
  if (!isPassed(report, options))
    throw new VerificationError(report, terminalReport(report, options));
}
