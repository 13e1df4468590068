import { checks } from "../check/checks.ts";
import type { SourceLocation } from "@openapi-packages/description";
import { seedOf } from "../run/seed.ts";
import { caseIdOf } from "../run/known-failures.ts";
import type { Failure, RelatedPlace, VerifyReport } from "./report.ts";
import {
  failureSubject,
  furtherIssues,
  jsonText,
  oneLine,
  replayText,
  type ReportOptions,
} from "./report-text.ts";
import { coverageSummary } from "./verdict.ts";

/**
 * Formats the report as SARIF 2.1.0 (OASIS Standard, 27 March 2020): checks are rules, and failures are results
 * at their places in the description. Known failures are suppressed results.
 */
export function sarifReport(report: VerifyReport, options: ReportOptions = {}): string {
  const ids = Object.keys(checks);
  const results = [
    ...report.failures.map((failure) => resultOf(failure, options, ids)),
    ...report.known.map(({ failure, reason }) => ({
      ...resultOf(failure, options, ids),
      suppressions: [{ kind: "external", status: "accepted", justification: reason }],
    })),
  ];
  const notifications = [
    ...report.errors.map(({ caseId, message }) => notification(`${caseId}: ${message}`)),
    ...report.noLongerFailing.map(({ name, reason }) =>
      notification(`the known failure ${name} (${reason}) no longer occurs`),
    ),
  ];
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "@openapi-packages/verify",
            rules: Object.entries(checks).map(([id, text]) => ({
              id,
              shortDescription: { text },
              defaultConfiguration: { level: "error" },
            })),
          },
        },
        invocations: [
          {
            executionSuccessful: report.errors.length === 0 && !report.isInterrupted,
            toolExecutionNotifications: notifications,
          },
        ],
        columnKind: "utf16CodeUnits",
        results,
        properties: {
          title: report.title,
          subject: report.subject,
          seed: report.seed,
          summary: coverageSummary(report),
          coverage: report.coverage,
          families: report.families,
          warnings: report.warnings,
        },
      },
    ],
  };
  return jsonText(log);
}

const notification = (text: string) => ({ level: "error", message: { text: oneLine(text) } });

function resultOf(failure: Failure, options: ReportOptions, ids: readonly string[]) {
  const { check, operationId, message, location, related = [], pointer, steps, issues } = failure;
  const place = issues[0]?.pointer.replaceAll(/\/\d+/g, "/*") ?? "";
  const fingerprint = [check, operationId ?? "", pointer, place].join("\n");
  return {
    ruleId: check,
    ruleIndex: ids.indexOf(check),
    level: "error",
    message: { text: resultText(failure, options) },
    locations: [
      {
        physicalLocation: physicalLocation(location),
        logicalLocations: [
          {
            fullyQualifiedName: pointer,
            ...(operationId !== undefined && { name: operationId }),
          },
        ],
      },
    ],
    ...(related.length > 0 && { relatedLocations: related.map(relatedLocation) }),
    partialFingerprints: { "failure/v1": seedOf(fingerprint).toString(16).padStart(8, "0") },
    properties: {
      id: failure.id,
      case: caseIdOf(failure.id),
      reason: message,
      replay: replayText(failure, options),
      steps,
      alsoIn: failure.alsoIn,
    },
  };
}

const relatedLocation = ({ name, location }: RelatedPlace) => ({
  message: { text: oneLine(name) },
  physicalLocation: physicalLocation(location),
});

/** Returns the message of a result. Brackets are escaped, because they would form links (section 3.11.6). */
function resultText(failure: Failure, options: ReportOptions): string {
  const { message, steps } = failure;
  const [step] = steps.slice(-1);
  const lines = [
    message,
    failureSubject(failure),
    ...furtherIssues(failure),
    ...(step === undefined ? [] : [step.curl]),
    `replay: ${replayText(failure, options)}`,
  ];
  return lines
    .map((line) =>
      oneLine(line)
        .replaceAll("\\", "\\\\")
        .replaceAll(/[[\]]/g, String.raw`\$&`),
    )
    .join("\n");
}

function physicalLocation({ file, line, column }: SourceLocation) {
  const isUrl = /^[a-z][a-z+.-]+:\/\//i.test(file);
  const uri = isUrl ? file : file.split("/").map(encodeURIComponent).join("/");
  return { artifactLocation: { uri }, region: { startLine: line, startColumn: column } };
}
