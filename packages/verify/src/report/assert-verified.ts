import type { VerifyReport } from "./report.ts";
import type { ReportOptions } from "./report-text.ts";
import { terminalReport } from "./terminal-report.ts";
import { isPassed } from "./verdict.ts";

/** A run that did not pass. The message is the report. */
export class VerificationError extends Error {
  override readonly name = "VerificationError";
  readonly report: VerifyReport;

  constructor(report: VerifyReport, message: string) {
    super(message);
    this.report = report;
    // The stack starts at the assertion in the user's test.
    Error.captureStackTrace(this, assertVerified);
  }
}

/**
 * Turns a run into a test for vitest, `node:test` or any other runner.
 *
 * @throws {VerificationError} when it found a failure, could not complete a case, or covered too little
 */
export function assertVerified(report: VerifyReport, options: ReportOptions = {}): void {
  if (!isPassed(report, options))
    throw new VerificationError(report, terminalReport(report, options));
}
