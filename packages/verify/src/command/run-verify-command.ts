import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { readDescription, type Description } from "@openapi-packages/compiler";
import { UsageError, visible } from "@openapi-packages/description";
import type { VerifyRequest } from "./verify-request.ts";
import { verifiedApi } from "../description/verified-api.ts";
import { readExpectations } from "../expectations/read-expectations.ts";
import { reportFormats, renderReport, type ReportFormat } from "../report/render-report.ts";
import type { VerifyReport } from "../report/report.ts";
import type { ReportOptions } from "../report/report-text.ts";
import { terminalReport } from "../report/terminal-report.ts";
import { isPassed } from "../report/verdict.ts";
import type { ServerRunOptions } from "../run/options.ts";
import { verifyServer } from "../server/verify-server.ts";
import { verifyClient } from "../client/verify-client.ts";
import { readBase } from "../skew/read-base.ts";
import { verifyCompatibility } from "../skew/verify-compatibility.ts";
import { verifyTraffic } from "../traffic/verify-traffic.ts";
import { importClient } from "./import-client.ts";
import { credentialsOf } from "./environment.ts";
import { checkFree, writeFirstExpectations } from "./first-expectations/write.ts";
import { ProgressLine } from "./progress-line.ts";

/**
 * Verifies, and writes the reports.
 *
 * @returns the exit code: 0 if it passed, 1 if it failed
 */
export async function runVerifyCommand(request: VerifyRequest): Promise<number> {
  const progress = new ProgressLine(process.stderr);
  const { firstExpectations: first } = request;
  // Said before the run, which may take minutes.
  if (first !== undefined) checkFree(first);
  const description = await readDescription(request.description, request.load);
  const run: ServerRunOptions = {
    ...runOptions(request, description),
    signal: request.signal,
    onProgress: (now) => progress.show(now),
  };
  let report: VerifyReport;
  try {
    report = await verified(request, description, run);
  } finally {
    progress.end();
  }
  if (first !== undefined) {
    writeFirstExpectations(verifiedApi(description), report, run, first);
    process.stderr.write(`${visible(first.path)} is written: read it, and fill in what it lacks\n`);
  }
  writeReports(report, request);
  return isPassed(report, reportOptions(request)) ? 0 : 1;
}

async function verified(
  { subject, load }: VerifyRequest,
  description: Description,
  run: ServerRunOptions,
): Promise<VerifyReport> {
  if (subject.kind === "server") {
    const { url: server, against } = subject;
    if (against === undefined) return verifyServer({ ...run, description, server });
    const base = await readBase(against, description.locate("").file, load);
    const isEarlier = { onlyPositive: true, description: base.description };
    return verifyServer({ ...run, ...isEarlier, server });
  }
  if (subject.kind === "description") {
    const { against: base, compatibility } = subject;
    return verifyCompatibility({ ...run, base, head: description, compatibility, load });
  }
  if (subject.kind === "traffic") {
    const { file: har, server } = subject;
    return verifyTraffic({ ...run, description, har, ...(server !== undefined && { server }) });
  }
  const client = await importClient(subject.module);
  return verifyClient({ ...run, description, client });
}

function runOptions({ run }: VerifyRequest, description: Description): ServerRunOptions {
  const { expectations, ...rest } = run;
  const kinds = [
    "credentials",
    "otherCredentials",
    "expiredCredentials",
    "weakCredentials",
  ] as const;
  const given = kinds.flatMap((kind) => {
    const texts = run[kind];
    return texts === undefined ? [] : [[kind, credentialsOf(texts, process.env)] as const];
  });
  return {
    ...rest,
    ...Object.fromEntries(given.map(([kind, { texts }]) => [kind, texts])),
    secretNames: Object.fromEntries(given.map(([kind, { names }]) => [kind, names])),
    ...(expectations !== undefined && {
      expectations: readExpectations(verifiedApi(description), expectations),
      expectationsFolder: dirname(resolve(expectations)),
    }),
  };
}

function reportOptions({ report }: VerifyRequest): ReportOptions {
  const { minCoverage, replayArguments } = report;
  return { minCoverage, replayArguments };
}

function writeReports(report: VerifyReport, request: VerifyRequest): void {
  const options = reportOptions(request);
  const { format, files } = request.report;
  for (const [name, path] of Object.entries(files))
    writeReport(path, renderReport(formatOf(name), report, options));
  const isColoured = process.stdout.isTTY && (process.env["NO_COLOR"] ?? "") === "";
  process.stdout.write(
    format === "pretty"
      ? terminalReport(report, { ...options, isColoured })
      : renderReport(formatOf(format), report, options),
  );
}

function writeReport(path: string, text: string): void {
  try {
    mkdirSync(dirname(resolve(path)), { recursive: true });
    writeFileSync(path, text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`the report ${JSON.stringify(path)} cannot be written: ${reason}`);
  }
}

function formatOf(name: string): ReportFormat {
  if (Object.hasOwn(reportFormats, name)) return name as ReportFormat;
  throw new UsageError(`there is no format of reports ${JSON.stringify(name)}`);
}
