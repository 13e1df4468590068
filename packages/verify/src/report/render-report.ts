import { githubReport } from "./github-report.ts";
import { jsonReport } from "./json-report.ts";
import { junitReport } from "./junit-report.ts";
import type { VerifyReport } from "./report.ts";
import type { ReportOptions } from "./report-text.ts";
import { sarifReport } from "./sarif-report.ts";
import { terminalReport } from "./terminal-report.ts";

/** The formats of reports, by their names on the command line. */
export const reportFormats = {
  pretty: terminalReport,
  json: jsonReport,
  junit: junitReport,
  sarif: sarifReport,
  github: githubReport,
} as const satisfies Readonly<
  Record<string, (report: VerifyReport, options?: ReportOptions) => string>
>;

/** The name of a format of reports. */
export type ReportFormat = keyof typeof reportFormats;

/** Formats a report. */
export function renderReport(
  format: ReportFormat,
  report: VerifyReport,
  options: ReportOptions = {},
): string {
  return reportFormats[format](report, options);
}
