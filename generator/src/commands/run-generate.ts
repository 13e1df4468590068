import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { DiagnosticsError } from "@openapi-packages/description/diagnostics/diagnostics";
import { generate } from "../generate.ts";
import type { GenerateOptions, GenerateResult } from "../generate-types.ts";
import { defaultLayout } from "@openapi-packages/cli/options/package-list";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import { checkWatchable, loadOptions } from "@openapi-packages/cli/command-arguments";
import { ExpectedError } from "@openapi-packages/description/diagnostics/expected-error";
import { packageNames, packageOptions, requiredNames } from "./package-options.ts";
import { createFileWatcher } from "@openapi-packages/cli/file-watcher";
import { githubDiagnostics, githubReport } from "./github-report.ts";
import { jobReader, type Job, type JobReader } from "@openapi-packages/cli/jobs";
import { jsonFailure, jsonLine } from "@openapi-packages/cli/json-text";
import { jsonReport } from "./report.ts";
import { prettyReport } from "./summary/pretty-report.ts";
import { runCommand } from "@openapi-packages/cli/run-command";
import {
  heading,
  namedReport,
  printReport,
  runJobs,
  tryJobs,
  type JobOutcome,
  type Print,
} from "@openapi-packages/cli/run-jobs";
import { upgradeLines } from "./api-change-report.ts";
import { openProgress } from "@openapi-packages/cli/terminal/open-progress";
import { screenOf } from "@openapi-packages/cli/terminal/paint";
import { watchDescription } from "@openapi-packages/cli/watch";

/** Runs the command `generate` and returns its exit code. */
export async function runGenerate(
  args: readonly string[],
  print: Print = printReport,
): Promise<number> {
  const read = jobReader("generate", args);
  const jobs = await read();
  if (jobs.some(({ watch }) => watch === true)) {
    const isJson = jobs.some(({ format }) => format === "json");
    return watchAndGenerate(read, isJson);
  }
  return runJobs(jobs, generateJob, print);
}

async function generateJob(job: Job): Promise<JobOutcome> {
  const { check = false, force = false, format } = job;
  const start = performance.now();
  try {
    const generated = await generateShown(job);
    const milliseconds = performance.now() - start;
    const result = job.install === true && !check ? await installMissing(generated) : generated;
    const isInstalled = job.install !== true || result.missing?.commands.length === 0;
    const code = Math.max(exitCode(result, check, force), isInstalled || check ? 0 : 1);
    return { code, report: report(job, result, milliseconds) };
  } catch (error) {
    return failedOutcome(error, format);
  }
}

/** Generates a job, and shows how far it is on a terminal. */
async function generateShown(
  job: Job,
  watched: Pick<GenerateOptions, "onFile"> = {},
): Promise<GenerateResult> {
  const progress = await openProgress(job);
  const options = { ...generateOptions(job, progress.clear), ...watched };
  try {
    return await generate({ ...options, onProgress: progress.show });
  } finally {
    progress.clear();
  }
}

/** Installs the missing dependencies. Commands that failed remain in the result. */
async function installMissing(result: GenerateResult): Promise<GenerateResult> {
  const { missing } = result;
  if (missing === undefined) return result;
  const home = missing.packageJson === undefined ? process.cwd() : dirname(missing.packageJson);
  const commands: string[] = [];
  for (const command of missing.commands)
    if (!(await runCommand(command, home))) commands.push(command);
  return { ...result, missing: { ...missing, commands } };
}

const reports = { pretty: prettyReport, json: jsonReport, github: githubReport };

function report(job: Job, result: GenerateResult, milliseconds: number): string | object {
  const { out = ".", check = false, force = false, verbose = false, format = "pretty" } = job;
  const screen = screenOf(process.stdout);
  return reports[format](result, { out, check, force, milliseconds, verbose, screen });
}

/**
 * Returns the outcome of a job that failed because of its description, as annotations.
 *
 * @throws the error itself if it has no diagnostics, or if the format is not `github`
 */
export function failedOutcome(error: unknown, format: Job["format"] = "pretty"): JobOutcome {
  if (format !== "github" || !(error instanceof DiagnosticsError)) throw error;
  return { code: 2, report: githubDiagnostics(error.diagnostics) };
}

/**
 * Returns the options for generating a job.
 *
 * @param beforeText called before a text is written to standard error
 * @throws {UsageError} for options that are missing or contradict each other
 */
export function generateOptions(values: Job, beforeText = (): void => {}): GenerateOptions {
  const { description: spec, out, check = false, watch = false, timing = false } = values;
  const { layout = defaultLayout(values.packages) } = values;
  const isFolder = layout === "folder";
  const names = isFolder ? packageNames(values) : requiredNames(values);
  if (out === undefined)
    throw new UsageError(
      isFolder ? "give the output folder: --out src/api" : "give the output folder: --out packages",
    );
  const ofFolder = values.importExtension ?? values.fileNames;
  if (!isFolder && ofFolder !== undefined) {
    const key = values.importExtension === undefined ? "fileNames" : "importExtension";
    throw new UsageError(`${key} is for --layout folder`);
  }
  if (check && watch)
    throw new UsageError("--check runs once and --watch keeps running: choose one");
  if (watch) checkWatchable(values);
  return {
    ...packageOptions(values),
    ...loadOptions(values),
    layout,
    spec,
    out,
    ...names,
    check,
    force: values.force ?? false,
    ...(values.fingerprint === undefined ? {} : { fingerprint: values.fingerprint }),
    onStage(stage, milliseconds) {
      beforeText();
      if (timing) process.stderr.write(`${stage}: ${Math.round(milliseconds)} ms\n`);
    },
    onUpgrade(upgrade) {
      beforeText();
      if (values.format === undefined || values.format === "pretty")
        process.stderr.write(`${upgradeLines(upgrade).join("\n")}\n`);
    },
  };
}

/** The milliseconds that an editor takes to save its files. */
const debounceMilliseconds = 20;

async function watchAndGenerate(read: JobReader, isJson: boolean): Promise<number> {
  const stop = new AbortController();
  let isFirst = true;
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  await watchDescription({
    run: async (onFile) => {
      const documents: WatchedDocuments = { isJson, isFirst };
      isFirst = false;
      await watchedRun(() => read(onFile), onFile, documents);
    },
    left: "No package changes",
    watcher: createFileWatcher(),
    debounce: () => setTimeout(debounceMilliseconds),
    say: (line) => process.stderr.write(`${line}\n`),
    signal: stop.signal,
  });
  return 0;
}

/** How a run of `--watch` is reported. */
interface WatchedDocuments {
  readonly isJson: boolean;
  /** True for the first run, where an invalid command line ends the command. */
  readonly isFirst: boolean;
}

/** Runs the jobs once under `--watch`. With `--format json`, every run prints a line, even if it fails. */
async function watchedRun(
  read: () => Promise<readonly Job[]>,
  onFile: (path: string) => void,
  { isJson, isFirst }: WatchedDocuments,
): Promise<void> {
  const documents: object[] = [];
  let isList = false;
  try {
    const jobs = await read();
    isList = jobs.length > 1;
    await tryJobs(jobs, async (job) => {
      const start = performance.now();
      try {
        const result = await generateShown(job, { onFile });
        const made = report(job, result, performance.now() - start);
        if (typeof made === "object") documents.push(isList ? namedReport(job, made) : made);
        else process.stdout.write(isList ? `${heading(job)}\n${made}` : made);
      } catch (error) {
        if (isList) documents.push(namedReport(job, jsonFailure(error)));
        throw error;
      }
    });
    if (isJson) process.stdout.write(jsonLine(isList ? documents : documents[0]));
  } catch (error) {
    // An error that ends the command is reported by `runProcess`.
    const isEnd = (isFirst && error instanceof UsageError) || !(error instanceof ExpectedError);
    if (isJson && !isEnd) process.stdout.write(jsonLine(isList ? documents : jsonFailure(error)));
    throw error;
  }
}

function exitCode({ changes }: GenerateResult, check: boolean, force: boolean): number {
  if (check) return changes.length > 0 ? 1 : 0;
  return changes.some(({ kind }) => kind === "edited") && !force ? 1 : 0;
}
