import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { DiagnosticsError } from "../diagnostics.ts";
import { generate } from "../generate.ts";
import type { GenerateOptions, GenerateResult } from "../generate-types.ts";
import { UsageError } from "../usage-error.ts";
import {
  checkWatchable,
  loadOptions,
  packageNames,
  packageOptions,
  requiredNames,
} from "./command-arguments.ts";
import { createFileWatcher } from "./file-watcher.ts";
import { githubDiagnostics, githubReport } from "./github-report.ts";
import { jobReader, type Job, type JobReader } from "./jobs.ts";
import { jsonDiagnostics, jsonReport, jsonText, prettyReport } from "./report.ts";
import { runCommand } from "./run-command.ts";
import { heading, runJobs, tryJobs, type JobOutcome } from "./run-jobs.ts";
import { watchDescription } from "./watch.ts";

/** `generate`: answers the exit code. */
export async function runGenerate(args: readonly string[]): Promise<number> {
  const read = jobReader("generate", args);
  const jobs = await read();
  if (jobs.some(({ watch }) => watch === true)) return watchAndGenerate(read);
  return runJobs(jobs, generateJob);
}

async function generateJob(job: Job): Promise<JobOutcome> {
  const options = generateOptions(job);
  const { check = false, force = false, format } = job;
  const start = performance.now();
  try {
    const generated = await generate(options);
    const milliseconds = performance.now() - start;
    const result = job.install === true && !check ? await installMissing(generated) : generated;
    const isInstalled = job.install !== true || result.missing?.commands.length === 0;
    const code = Math.max(exitCode(result, check, force), isInstalled || check ? 0 : 1);
    return { code, report: report(job, result, milliseconds) };
  } catch (error) {
    return failedOutcome(error, format);
  }
}

/** Installs what the code needs; the commands that failed stay in the result. */
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
  const { out = ".", check = false, force = false, format = "pretty" } = job;
  return reports[format](result, { out, check, force, milliseconds });
}

/**
 * What comes of a description that cannot be generated from, in a format for programs.
 *
 * @throws the error where it is another one, or people read it
 */
export function failedOutcome(error: unknown, format: Job["format"] = "pretty"): JobOutcome {
  if (format === "pretty" || !(error instanceof DiagnosticsError)) throw error;
  const text = format === "json" ? jsonDiagnostics : githubDiagnostics;
  return { code: 2, report: text(error.diagnostics) };
}

/**
 * How a job is generated.
 *
 * @throws {UsageError} for options that are missing or contradict each other
 */
export function generateOptions(values: Job): GenerateOptions {
  const { description: spec, out, check = false, watch = false, timing = false } = values;
  const isFolder = values.layout === "folder";
  const names = isFolder ? packageNames(values) : requiredNames(values);
  if (out === undefined)
    throw new UsageError(
      isFolder
        ? "say where the code goes: --out src/api"
        : "say where the packages go: --out packages",
    );
  const ofFolder = values.importExtension ?? values.fileNames;
  if (!isFolder && ofFolder !== undefined) {
    const option = values.importExtension === undefined ? "--file-names" : "--import-extension";
    throw new UsageError(`${option} is for --layout folder`);
  }
  if (check && watch) throw new UsageError("--check looks once, --watch goes on: choose one");
  if (watch) checkWatchable(values);
  return {
    ...packageOptions(values),
    ...loadOptions(values),
    spec,
    out,
    ...names,
    check,
    force: values.force ?? false,
    ...(values.fingerprint === undefined ? {} : { fingerprint: values.fingerprint }),
    onStage(stage, milliseconds) {
      if (timing) process.stderr.write(`${stage}: ${Math.round(milliseconds)} ms\n`);
    },
  };
}

/** Milliseconds within which an editor that saves comes to its end. */
const debounceMilliseconds = 20;

async function watchAndGenerate(read: JobReader): Promise<number> {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  await watchDescription({
    run: async (onFile) => {
      const jobs = await read(onFile);
      await tryJobs(jobs, async (job) => {
        const start = performance.now();
        const result = await generate({ ...generateOptions(job), onFile });
        const text = report(job, result, performance.now() - start);
        if (jobs.length > 1) process.stdout.write(`${heading(job)}\n`);
        process.stdout.write(typeof text === "string" ? text : jsonText(text));
      });
    },
    left: "The packages stay as they are",
    watcher: createFileWatcher(),
    debounce: () => setTimeout(debounceMilliseconds),
    say: (line) => process.stderr.write(`${line}\n`),
    signal: stop.signal,
  });
  return 0;
}

function exitCode({ changes }: GenerateResult, check: boolean, force: boolean): number {
  if (check) return changes.length > 0 ? 1 : 0;
  return changes.some(({ kind }) => kind === "edited") && !force ? 1 : 0;
}
