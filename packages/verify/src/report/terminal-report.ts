import type { Step } from "../shown/step.ts";
import { familyLines } from "./family-table.ts";
import type { Failure, VerifyReport } from "./report.ts";
import {
  counted,
  failureSubject,
  furtherIssues,
  manyLines,
  oneLine,
  replayText,
  summaryLines,
  warningLines,
  wayOut,
  withoutCommands,
  type ReportOptions,
} from "./report-text.ts";
import { timeLines } from "./time-table.ts";
import { coverageText, reasonsAgainst } from "./verdict.ts";

/** Options of {@link terminalReport}. */
export interface TerminalOptions extends ReportOptions {
  /** True to use colours (ECMA-48). Default: false. */
  readonly isColoured?: boolean;
}

/** The most characters of a body on the terminal. */
const longestBody = 400;

/** The most issues that are listed below the message of a failure. */
const mostIssues = 4;

/** Formats the report for people: failures, uncovered operations and how to cover them, and a summary. */
export function terminalReport(report: VerifyReport, options: TerminalOptions = {}): string {
  const paint = painter(options.isColoured === true);
  const sections = [
    [paint.bold(oneLine(`${report.title}: ${report.subject}`))],
    ...failureSections(report.failures, options, paint),
    errorLines(report),
    knownLines(report),
    extensionLines(report),
    leftOutLines(report),
    coverageLines(report),
    familyLines(report),
    timeLines(report),
    remainingLines(report),
    verdictLines(report, options, paint),
  ];
  const shown = sections.filter((lines) => lines.length > 0);
  return withoutCommands(`${shown.map((lines) => lines.join("\n")).join("\n\n")}\n`);
}

interface Painter {
  bold(text: string): string;
  red(text: string): string;
  green(text: string): string;
}

function painter(isColoured: boolean): Painter {
  const wrap = (code: number) => (text: string) =>
    isColoured ? `\u001b[${code}m${text}\u001b[0m` : text;
  return { bold: wrap(1), red: wrap(31), green: wrap(32) };
}

/** The most failures of one check that are shown completely. Other formats contain all. */
const mostOfCheck = 10;

function failureSections(
  failures: readonly Failure[],
  options: ReportOptions,
  paint: Painter,
): string[][] {
  const ofCheck = Map.groupBy(failures, ({ check }) => check);
  return [...ofCheck].flatMap(([check, found]) => {
    const whole = found.slice(0, mostOfCheck).map((one) => failureLines(one, options, paint));
    const others = found.slice(mostOfCheck).map(({ id }) => id);
    const more = [`${paint.red(`✗ ${check}`)}  ${counted(others.length, "more failure")}:`];
    const hint =
      check === "ignores-credentials" && found.length > 1
        ? [
            [
              "If a gateway in front of the service checks credentials, set credentialsElsewhere in the expectations.",
            ],
          ]
        : [];
    return [
      ...whole,
      ...(others.length === 0 ? [] : [[...more, `    ${oneLine(shortList(others))}`]]),
      ...hint,
    ];
  });
}

function failureLines(failure: Failure, options: ReportOptions, paint: Painter): string[] {
  const { check, message, steps, alsoIn } = failure;
  const lines = [
    `${paint.red(`✗ ${check}`)}  ${oneLine(message)}`,
    `    ${failureSubject(failure)}`,
    ...furtherIssues(failure, mostIssues).map((text) => `    ${text}`),
    ...steps.flatMap((step, index) => stepLines(step, steps.length > 1 ? index + 1 : undefined)),
    `    replay: ${replayText(failure, options)}`,
  ];
  if (alsoIn.length > 0) lines.push(`    also in: ${oneLine(shortList(alsoIn))}`);
  return lines;
}

function stepLines(step: Step, number: number | undefined): string[] {
  const { request, response, expected, failure, curl, call } = step;
  const type = response?.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
  const answer =
    response === undefined
      ? `no answer: ${failure ?? ""}`
      : `${response.status}${type === undefined ? "" : ` ${type}`}`;
  const lines = [
    `    ${number === undefined ? "" : `${number}. `}${oneLine(`${request.method} ${request.url} → ${answer}`)}`,
  ];
  if (response?.body !== undefined) lines.push(`      ${oneLine(cut(response.body))}`);
  if (expected !== undefined)
    lines.push(
      `      the mock of the description: ${oneLine(`${expected.status} ${cut(expected.body ?? "")}`.trim())}`,
    );
  lines.push(`      ${manyLines(curl)}`);
  if (call !== undefined) lines.push(`      ${oneLine(call)}`);
  return lines;
}

const cut = (text: string): string =>
  text.length <= longestBody ? text : `${text.slice(0, longestBody)}…`;

/** The most names in a list. */
const mostNames = 5;

function shortList(names: readonly string[]): string {
  const others = names.length - mostNames;
  return [...names.slice(0, mostNames), ...(others > 0 ? [`${others} more`] : [])].join(", ");
}

function errorLines({ errors }: VerifyReport): string[] {
  if (errors.length === 0) return [];
  return [
    `${counted(errors.length, "case")} could not be completed:`,
    ...errors.map(({ caseId, message }) => `  ${oneLine(caseId)}: ${manyLines(message)}`),
  ];
}

function knownLines({ known, noLongerFailing }: VerifyReport): string[] {
  const still = known.map(
    ({ failure, reason }) => `  ${oneLine(`${failure.id}: ${failure.message} (${reason})`)}`,
  );
  const gone = noLongerFailing.map(({ name, reason }) => `  ${oneLine(`${name} (${reason})`)}`);
  return [
    ...(still.length === 0 ? [] : ["Known failures that still occur:", ...still]),
    ...(gone.length === 0
      ? []
      : ["Known failures that no longer occur; remove them from the expectations:", ...gone]),
  ];
}

function extensionLines(report: VerifyReport): string[] {
  const lines = warningLines(report);
  return lines.length === 0
    ? []
    : [
        "Extensions of the description that were not followed:",
        ...firstOf(lines).map((text) => `  ${text}`),
      ];
}

/** Groups the cases by what would enable them. */
function leftOutLines({ leftOut }: VerifyReport): string[] {
  if (leftOut.length === 0) return [];
  const ways = Map.groupBy(leftOut, ({ how }) => how);
  return [
    `${counted(leftOut.length, "case")} left out:`,
    ...[...ways].flatMap(([how, cases]) => [
      ...firstOf([...new Set(cases.map(({ reason }) => reason))]).map((text) => `  ${text}`),
      `    ${oneLine(wayOut(how))}`,
    ]),
  ];
}

/** The most lines of a list on the terminal. */
const mostLines = 20;

function firstOf(texts: readonly string[]): string[] {
  const others = texts.length - mostLines;
  const shown = texts.slice(0, mostLines).map(oneLine);
  return others > 0 ? [...shown, `and ${others} more, which other reports list`] : shown;
}

/** The most uncovered operations that are listed. */
const mostRows = 40;

function coverageLines({ coverage, isReplay }: VerifyReport): string[] {
  const rows = coverage.filter(({ isCovered }) => !isCovered);
  if (rows.length === 0 || isReplay) return [];
  const lines = rows.slice(0, mostRows).flatMap((row) => {
    const seen = Object.entries(row.statuses).map(([status, count]) => `${status} × ${count}`);
    const answers = seen.length === 0 ? "no answer" : seen.join(", ");
    return [
      `  ${oneLine(`${row.method} ${row.path} ${row.operationId}: ${answers}`)}`,
      ...row.missing.map(({ what, how }) => `    ${oneLine(`${what}: ${wayOut(how)}`)}`),
    ];
  });
  const others = rows.length - mostRows;
  return [
    "Not covered: without a success, or without a refusal:",
    ...lines,
    ...(others > 0 ? [`  and ${counted(others, "operation")} more, which other reports list`] : []),
  ];
}

/** Groups the remaining records by the reason why they remain. */
function remainingLines({ remaining }: VerifyReport): string[] {
  if (remaining.length === 0) return [];
  const alike = Map.groupBy(
    remaining,
    ({ resource, madeBy, reason }) => `${resource}\n${madeBy}\n${reason}`,
  );
  const texts = [...alike.values()].flatMap((ones) => {
    const keys = shortList(ones.map(({ key }) => key));
    return ones
      .slice(0, 1)
      .map(({ resource, madeBy, reason }) => `${resource} ${keys}, of ${madeBy}: ${reason}`);
  });
  return [
    `${counted(remaining.length, "record")} that the run created and did not delete:`,
    ...firstOf(texts).map((text) => `  ${text}`),
  ];
}

function verdictLines(report: VerifyReport, options: ReportOptions, paint: Painter): string[] {
  const reasons = reasonsAgainst(report, options);
  const verdict =
    reasons.length === 0 ? paint.green("✓ passed") : paint.red(`✗ ${reasons.join("; ")}`);
  const coverage = report.isReplay ? [] : [coverageText(report)];
  return [...summaryLines(report), ...coverage, verdict];
}
