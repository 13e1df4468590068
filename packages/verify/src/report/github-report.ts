import { relative, resolve, sep } from "node:path";
import type { SourceLocation } from "@openapi-packages/description";
import type { VerifyReport } from "./report.ts";
import {
  failureSubject,
  furtherIssues,
  oneLine,
  replayText,
  summaryLines,
  warningLines,
  wayOut,
  type ReportOptions,
} from "./report-text.ts";
import { timeTexts } from "./time-table.ts";
import { coverageText, reasonsAgainst } from "./verdict.ts";

/** The options of a report for GitHub Actions. */
export interface GithubOptions extends ReportOptions {
  /** `GITHUB_WORKSPACE`. Default: the working folder. */
  readonly workspace?: string | undefined;
}

/** An annotation of GitHub Actions. */
interface Annotation {
  readonly command: "error" | "warning" | "notice";
  readonly title: string;
  readonly lines: readonly string[];
  readonly location?: SourceLocation;
}

/**
 * Formats the report as workflow commands of GitHub Actions, one per line. Text of subjects and descriptions
 * only appears in annotations, because elsewhere it could be mistaken for a command.
 */
export function githubReport(report: VerifyReport, options: GithubOptions = {}): string {
  const failures = report.failures.map((failure): Annotation => ({
    command: "error",
    title: failure.check,
    location: failure.location,
    lines: [
      failure.message,
      failureSubject(failure),
      ...furtherIssues(failure),
      ...failure.steps.flatMap(({ curl, call }) => [curl, ...(call === undefined ? [] : [call])]),
      `replay: ${replayText(failure, options)}`,
    ],
  }));
  const known = report.known.map(({ failure, reason }): Annotation => ({
    command: "notice",
    title: `known: ${failure.check}`,
    location: failure.location,
    lines: [failure.message, reason],
  }));
  const gone = report.noLongerFailing.map(({ name, reason }): Annotation => ({
    command: "error",
    title: "known failure that no longer occurs",
    lines: [name, reason],
  }));
  const errors = report.errors.map(({ caseId, message }): Annotation => ({
    command: "error",
    title: "case that could not be completed",
    lines: [caseId, ...message.split("\n")],
  }));
  const annotations = [
    ...failures,
    ...known,
    ...gone,
    ...errors,
    ...unfollowed(report),
    ...uncovered(report),
    ...times(report),
    ...untried(report),
  ];
  const reasons = reasonsAgainst(report, options);
  const lines = [
    ...annotations.map((annotation) => commandOf(annotation, options.workspace)),
    ...summaryLines(report),
    ...(report.isReplay ? [] : [coverageText(report)]),
    reasons.length === 0 ? "passed" : reasons.join("; "),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** Summarizes the extensions that were not followed in one annotation. */
function unfollowed(report: VerifyReport): Annotation[] {
  const lines = warningLines(report);
  return lines.length === 0 ? [] : [{ command: "warning", title: "not followed", lines }];
}

/** Summarizes uncovered operations in one annotation, because the runner shows only ten of a kind. */
function uncovered({ coverage, isReplay }: VerifyReport): Annotation[] {
  const rows = isReplay ? [] : coverage.filter(({ isCovered }) => !isCovered);
  if (rows.length === 0) return [];
  const lines = rows.flatMap(({ operationId, missing }) => [
    operationId,
    ...missing.map(({ what, how }) => `  ${what}: ${wayOut(how)}`),
  ]);
  return [{ command: "notice", title: "not covered", lines }];
}

/** Summarizes the families that were not tried in one annotation. */
function untried({ families }: VerifyReport): Annotation[] {
  const lines = families.flatMap(({ name, notTried }) =>
    notTried.map(
      ({ operationId, what, how }) => `${name}, ${operationId}: ${what}: ${wayOut(how)}`,
    ),
  );
  return lines.length === 0 ? [] : [{ command: "notice", title: "not tried", lines }];
}

/** Lists the response times of all operations in one annotation. */
function times(report: VerifyReport): Annotation[] {
  const lines = timeTexts(report);
  return lines.length === 0 ? [] : [{ command: "notice", title: "response times", lines }];
}

function commandOf(
  { command, title, lines, location }: Annotation,
  workspace: string | undefined,
): string {
  const isRemote = location !== undefined && /^[a-z][a-z+.-]*:\/\//i.test(location.file);
  const place =
    location === undefined || isRemote
      ? {}
      : {
          file: inRepository(location.file, workspace),
          line: location.line,
          col: location.column,
        };
  const properties = Object.entries({ ...place, title }).map(
    ([name, value]) => `${name}=${escapedProperty(oneLine(String(value)))}`,
  );
  const shown = [...(isRemote ? [location.file] : []), ...lines].map(oneLine).join("\n");
  return `::${command} ${properties.join(",")}::${escaped(shown)}`;
}

function inRepository(file: string, workspace = process.cwd()): string {
  return relative(workspace, resolve(file)).split(sep).join("/");
}

/** Escapes the message of a command as the toolkit of GitHub Actions does. */
function escaped(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** Escapes a property of a command as the toolkit of GitHub Actions does. */
function escapedProperty(text: string): string {
  return escaped(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
