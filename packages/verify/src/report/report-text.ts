import { visible, type SourceLocation } from "@openapi-packages/description";
import { shellWord } from "../shown/shell.ts";
import type { Failure, VerifyReport } from "./report.ts";

/** The options of reports. */
export interface ReportOptions {
  /**
   * The minimum percentage of covered operations, and of families that were tried on the operations that they
   * concern. Default: none.
   */
  readonly minCoverage?: number | undefined;
  /**
   * The arguments after the identifier in the command that replays a failure: `["openapi.yaml", "--server",
   * "http://…"]`. Default: failures are replayed by the option `replay`.
   */
  readonly replayArguments?: readonly string[] | undefined;
}

/** Returns untrusted text on one line, without invisible and control characters. */
export function oneLine(text: string): string {
  return visible(
    text.replaceAll(
      /[\t\n\r]/g,
      (sign) => String.raw`\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  );
}

/** Indents lines that GitHub's runners would read as commands. */
export const withoutCommands = (text: string): string =>
  text.replaceAll(/^(\s*)([:#])(?=:|#\[)/gm, (_, blanks: string, sign: string) => {
    const code = sign.charCodeAt(0).toString(16).padStart(4, "0");
    return String.raw`${blanks}\u${code}`;
  });

/** Returns a value as JSON in which invisible and control characters are escaped. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2);
  return `${text.split("\n").map(oneLine).join("\n")}\n`;
}

/** Returns untrusted text of several lines, each treated by {@link oneLine}. */
export function manyLines(text: string): string {
  const lines = text.split(/\r\n|\n/).map(oneLine);
  return withoutCommands(lines.join("\n"));
}

/** Formats a place: `openapi.yaml:12:7`. */
export function placeText({ file, line, column }: SourceLocation): string {
  return `${oneLine(file)}:${line}:${column}`;
}

/**
 * Formats the place of a failure, with those in other descriptions: `openapi.yaml:12:7 (main:
 * main:openapi.yaml:11:7)`.
 */
export function failurePlace({ location, related = [] }: Failure): string {
  const others = related.map(({ name, location: place }) =>
    place.file.startsWith(name) ? placeText(place) : `${oneLine(name)}: ${placeText(place)}`,
  );
  return [placeText(location), ...(others.length === 0 ? [] : [`(${others.join(", ")})`])].join(
    " ",
  );
}

/**
 * Formats what a failure is about: its operation, and the place of the rule in the description: `GetPet: GET
 * /pets/{petId}, openapi.yaml:12:7`.
 */
export function failureSubject(failure: Failure): string {
  const { operationId, method, path } = failure;
  const operation = operationId === undefined ? "" : `${operationId}: ${method} ${path}, `;
  return `${oneLine(operation)}${failurePlace(failure)}`;
}

/**
 * Lists the issues of a failure after the first, which its message says.
 *
 * @param most how many are listed. Default: all
 */
export function furtherIssues({ message, issues }: Failure, most = Infinity): string[] {
  const others = [...new Set(issues.slice(1).map((one) => one.message))].filter(
    (one) => !message.includes(one),
  );
  const more = others.length > most ? [`and ${others.length - most} more`] : [];
  return [...others.slice(0, most), ...more].map(oneLine);
}

/** Returns how to replay a failure: a command line, or the option of `verifyServer`. */
export function replayText(
  failure: Pick<Failure, "id">,
  { replayArguments }: ReportOptions,
): string {
  if (replayArguments === undefined) return `replay: [${JSON.stringify(oneLine(failure.id))}]`;
  const words = [failure.id, ...replayArguments].map((word) => shellWord([word]));
  return `openapi-packages verify replay ${words.join(" ")}`;
}

/** Formats a number with its noun: `1 failure`, `2 failures`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Formats the extensions that were not followed, one in a line. */
export const warningLines = ({ warnings }: VerifyReport): string[] =>
  warnings.map(({ location, message, hint }) =>
    oneLine(`${placeText(location)}  ${message}${hint === undefined ? "" : `: ${hint}`}`),
  );

/** A member of the expectations, and other ways behind it. */
const expectation = /^((?:parameters|inputs|leaveAlone|destructive)(?:\.[^\s,]+)?)(?:, (or .*))?$/s;

/** Describes how to provide something missing, on the command line and in options. */
export function wayOut(how: string): string {
  const [, member, other] = expectation.exec(how) ?? [];
  if (member !== undefined)
    return `give ${member} in the file of verify.expectations${other === undefined ? "" : `, ${other}`}`;
  if (how === "credentials") return "--credential <scheme>='${VARIABLE}'";
  if (how === "disposable") return "--disposable, if the server exists only for the test";
  if (how === "otherCredentials") return 'verify.otherCredentials: { "<scheme>": "${VARIABLE}" }';
  return how;
}

/** True if all operations of a server answered 404, which suggests another base path. */
function isNothingThere({ side, coverage }: VerifyReport): boolean {
  const statuses = coverage.flatMap((row) => Object.keys(row.statuses));
  return (
    side === "server" &&
    coverage.length > 1 &&
    statuses.length > 0 &&
    statuses.every((one) => one === "404")
  );
}

/** Summarizes a run in short lines. */
export function summaryLines(report: VerifyReport): string[] {
  const { cases, exchanges, duration, seed, notRun, isInterrupted, isReplay, failures } = report;
  const seconds = (duration / 1000).toFixed(1);
  const lines = [
    `${counted(cases, "case")}, ${counted(exchanges, "request")} in ${seconds} s, seed ${seed}`,
  ];
  if (isInterrupted) lines.push(`interrupted: ${counted(notRun, "case")} not run`);
  else if (notRun > 0)
    lines.push(`time ran out: ${counted(notRun, "case")} not run; --max-time gives more`);
  if (isReplay && failures.length === 0 && !isInterrupted && notRun === 0)
    lines.push(
      "the failure did not occur again; if it needs the data that the service had before the run, such as no records, replay it on a fresh one",
    );
  if (isNothingThere(report))
    lines.push(
      "every operation answers 404: --server includes the path of the description's servers, such as http://localhost:3000/v1",
    );
  return lines;
}
