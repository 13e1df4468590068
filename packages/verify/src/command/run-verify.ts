import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import { openRemoteCache } from "@openapi-packages/description/load/read/remote-cache";
import { loadOptions, sectionOf } from "@openapi-packages/cli/command-arguments";
import { argumentsReader, type Job } from "@openapi-packages/cli/jobs";
import {
  alternatives,
  didYouMean,
  durationMilliseconds,
} from "@openapi-packages/cli/options/check-value";
import type { OptionValues } from "@openapi-packages/cli/options/option-table";
import { parseOptions } from "@openapi-packages/cli/options/parse-options";
import { reportFormats } from "@openapi-packages/cli/options/verify-options";
import { jsonFailure, jsonText } from "@openapi-packages/cli/json-text";
import { runVerifyCommand } from "./run-verify-command.ts";
import { replayArguments } from "./replay-arguments.ts";
import { verifyArguments, verifySubject, type VerifyArguments } from "./verify-subject.ts";
import type {
  VerifyReportOptions,
  VerifyRequest,
  VerifyRunOptions,
  VerifySubject,
} from "./verify-request.ts";

/** Runs the command `verify` and returns its exit code. */
export async function runVerify(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseOptions("verify", args);
  const { isInit, replay, har, descriptions } = verifyArguments(positionals);
  const read = argumentsReader("verify", () => ({ values, positionals: descriptions }));
  const [job] = await read();
  if (job === undefined) throw new UsageError("name the description: verify openapi.yaml");
  try {
    return await verifyJob(job, values, { isInit, replay, har, descriptions });
  } catch (error) {
    // `runProcess` prints the JSON that arguments ask for, but does not know the configuration.
    const isConfigured = values["verify.format"] === undefined;
    if (isConfigured && job["verify.format"] === "json")
      process.stdout.write(jsonText(jsonFailure(error)));
    throw error;
  }
}

async function verifyJob(
  job: Job,
  values: OptionValues,
  { isInit, replay, har, descriptions }: VerifyArguments,
): Promise<number> {
  const stop = new AbortController();
  const subject = verifySubject(job, values, har);
  const request: VerifyRequest = {
    description: job.description,
    load: { ...loadOptions(job), cache: openRemoteCache(process.cwd()) },
    subject,
    ...firstExpectationsOf(isInit, subject, values),
    run: runOptions(job, replay),
    report: reportOptions(job, [
      ...(har === undefined ? [] : [har]),
      ...replayArguments(descriptions[0], values),
    ]),
    signal: stop.signal,
  };
  // A second signal ends the process at once.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  return runVerifyCommand(request);
}

/** @throws {UsageError} when `init` is not about a server, or its options are given without it */
function firstExpectationsOf(
  isInit: boolean,
  subject: VerifySubject,
  { firstExpectations: path, overwrite = false }: OptionValues,
): Pick<VerifyRequest, "firstExpectations"> {
  if (!isInit && (path !== undefined || overwrite))
    throw new UsageError("--out and --force are of verify init, as in: verify init openapi.yaml");
  if (!isInit) return {};
  if (subject.kind !== "server")
    throw new UsageError("verify init is about a server: add --server http://localhost:3000");
  return { firstExpectations: { path: path ?? "verify-expectations.yaml", overwrite } };
}

function runOptions(job: Job, replay: readonly string[]): VerifyRunOptions {
  const { seed, maxTime, timeout, maxResponseTime, expectations, workflows, disposable, ...rest } =
    sectionOf(job, "verify");
  const { credentials, otherCredentials, expiredCredentials, weakCredentials } = rest;
  const { operations, tags } = job;
  const statuses = statusesOf(job);
  const [longest, patience, slowest] = [maxTime, timeout, maxResponseTime].map(
    durationMilliseconds,
  );
  return {
    ...(seed !== undefined && { seed }),
    ...(longest !== undefined && { maxTime: longest }),
    ...(patience !== undefined && { timeout: patience }),
    ...(slowest !== undefined && { maxResponseTime: slowest }),
    ...(operations !== undefined && { operations }),
    ...(tags !== undefined && { tags }),
    ...(statuses !== undefined && { statuses }),
    ...(replay.length > 0 && { replay }),
    ...(expectations !== undefined && { expectations }),
    ...(workflows !== undefined && { workflows }),
    ...(credentials !== undefined && { credentials }),
    ...(otherCredentials !== undefined && { otherCredentials }),
    ...(expiredCredentials !== undefined && { expiredCredentials }),
    ...(weakCredentials !== undefined && { weakCredentials }),
    ...(disposable === true && { disposable }),
  };
}

function statusesOf({ statuses }: Job): readonly string[] | undefined {
  const wrong = statuses?.find((status) => !/^[1-5](?:\d\d|XX)$/i.test(status));
  if (wrong !== undefined)
    throw new UsageError(
      `--only-status is a status, such as 404 or 4XX, not ${JSON.stringify(wrong)}`,
    );
  return statuses;
}

function reportOptions(job: Job, replay: readonly string[]): VerifyReportOptions {
  const { format = "pretty", reports: files = {}, minCoverage } = sectionOf(job, "verify");
  const wrong = Object.keys(files).find((name) => !reportFormats.some((one) => one === name));
  if (wrong !== undefined)
    throw new UsageError(
      `--report is ${alternatives(reportFormats)}, as in junit=junit.xml, not ${JSON.stringify(wrong)}${didYouMean(wrong, reportFormats)}`,
    );
  return {
    format,
    files,
    ...(minCoverage !== undefined && { minCoverage }),
    replayArguments: replay,
  };
}
