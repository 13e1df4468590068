import type { OperationCoverage } from "../coverage/coverage.ts";
import type { VerifyReport } from "./report.ts";
import { counted, type ReportOptions } from "./report-text.ts";

/** The coverage of a description. */
export interface CoverageSummary {
  readonly operations: number;
  readonly covered: number;
  /** The percentage of covered operations, rounded down: 100 means all. */
  readonly percent: number;
  readonly statuses: number;
  readonly seenStatuses: number;
  readonly parameters: number;
  readonly sentParameters: number;
  /** The number of pairs of an operation and a family of cases that concerns it. */
  readonly families: number;
  readonly triedFamilies: number;
  /** The percentage of these pairs that were tried, rounded down. */
  readonly familyPercent: number;
}

/** A status of an operation, documented or not. */
export interface StatusCell {
  /** A number, or the description's notation. */
  readonly status: string;
  readonly isDocumented: boolean;
  /** The number of answers. */
  readonly count: number;
}

/** Returns the statuses of an operation: the documented ones in order, then others. */
export function statusCells({ documented, statuses }: OperationCoverage): StatusCell[] {
  const keyOf = (status: string): string | undefined => {
    const range = `${status.charAt(0)}XX`;
    return [status, range, range.toLowerCase(), "default"].find((key) => documented.includes(key));
  };
  const counts = new Map(documented.map((status) => [status, 0]));
  for (const [status, count] of Object.entries(statuses)) {
    const key = keyOf(status) ?? status;
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return [...counts].map(([status, count]) => ({
    status,
    isDocumented: documented.includes(status),
    count,
  }));
}

/** Summarizes the coverage of a run. */
export function coverageSummary({ coverage, families }: VerifyReport): CoverageSummary {
  const covered = coverage.filter(({ isCovered }) => isCovered).length;
  const cells = coverage.flatMap(statusCells).filter(({ isDocumented }) => isDocumented);
  const parameters = coverage.flatMap((row) => Object.values(row.parameters));
  const tried = sumOf(families.map((one) => one.tried.length));
  const concerned = tried + sumOf(families.map((one) => one.notTried.length));
  return {
    operations: coverage.length,
    covered,
    percent: percentOf(covered, coverage.length),
    statuses: cells.length,
    seenStatuses: cells.filter(({ count }) => count > 0).length,
    parameters: parameters.length,
    sentParameters: parameters.filter((count) => count > 0).length,
    families: concerned,
    triedFamilies: tried,
    familyPercent: percentOf(tried, concerned),
  };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 100 : Math.floor((part / whole) * 100);

/**
 * Formats the coverage: `4 of 5 operations covered (80%), 12 of 15 documented statuses seen, 3 of 3 parameters
 * sent, 31 of 40 pairs of operation and family tried (77%)`.
 */
export function coverageText(report: VerifyReport): string {
  const sum = coverageSummary(report);
  return [
    `${sum.covered} of ${counted(sum.operations, "operation")} covered (${sum.percent}%)`,
    `${sum.seenStatuses} of ${counted(sum.statuses, "documented status", "documented statuses")} seen`,
    `${sum.sentParameters} of ${counted(sum.parameters, "parameter")} sent`,
    ...(sum.families === 0
      ? []
      : [
          `${sum.triedFamilies} of ${counted(sum.families, "pair")} of operation and family tried (${sum.familyPercent}%)`,
        ]),
  ].join(", ");
}

/**
 * Returns why the coverage is too low; `undefined` if it is sufficient. If no operation of a server was
 * covered, as with a wrong credential, nothing was verified: this is too little unless the options allow it.
 */
export function lackOfCoverage(
  report: VerifyReport,
  { minCoverage }: ReportOptions,
): string | undefined {
  const { operations, covered, percent, familyPercent } = coverageSummary(report);
  if (report.isReplay || operations === 0) return undefined;
  if (minCoverage === undefined)
    return covered === 0 && report.side === "server" ? "no operation was covered" : undefined;
  if (percent < minCoverage) return `${percent}% of operations covered, less than ${minCoverage}%`;
  return familyPercent < minCoverage
    ? `${familyPercent}% of families tried on the operations they concern, less than ${minCoverage}%`
    : undefined;
}

/** Returns why a run did not pass. Empty if it passed. */
export function reasonsAgainst(report: VerifyReport, options: ReportOptions): string[] {
  const { failures, errors, noLongerFailing } = report;
  const lack = lackOfCoverage(report, options);
  const reasons: string[] = [];
  if (failures.length > 0) reasons.push(counted(failures.length, "failure"));
  if (errors.length > 0)
    reasons.push(`${counted(errors.length, "case")} that could not be completed`);
  if (noLongerFailing.length > 0)
    reasons.push(`${counted(noLongerFailing.length, "known failure")} no longer there`);
  if (lack !== undefined) reasons.push(lack);
  if (report.isInterrupted) reasons.push("interrupted");
  return reasons;
}

/** True if a run found no failure and reached the required coverage. */
export function isPassed(report: VerifyReport, options: ReportOptions = {}): boolean {
  return reasonsAgainst(report, options).length === 0;
}
