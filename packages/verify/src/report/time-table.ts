import type { VerifyReport } from "./report.ts";
import { counted, oneLine } from "./report-text.ts";

/** A line for each operation whose responses were timed, the slowest first: `ListPets: p50 3 ms, p95 7 ms`. */
export function timeTexts({ coverage, isReplay }: VerifyReport): string[] {
  if (isReplay) return [];
  const rows = coverage.flatMap(({ operationId, responseTimes: times }) =>
    times === undefined ? [] : [{ operationId, times }],
  );
  return rows
    .toSorted((one, other) => other.times.p95 - one.times.p95)
    .map(({ operationId, times }) =>
      oneLine(`${operationId}: p50 ${times.p50} ms, p95 ${times.p95} ms`),
    );
}

/** The most operations on the terminal. */
const mostRows = 5;

/** Formats the response times of the slowest operations for people. */
export function timeLines(report: VerifyReport): string[] {
  const texts = timeTexts(report);
  if (texts.length === 0) return [];
  const others = texts.length - mostRows;
  return [
    "Response times, the slowest first:",
    ...texts.slice(0, mostRows).map((text) => `  ${text}`),
    ...(others > 0 ? [`  and ${counted(others, "operation")} more, which other reports list`] : []),
  ];
}
