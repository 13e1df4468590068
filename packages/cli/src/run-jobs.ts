import { ExpectedError } from "@openapi-packages/description/diagnostics/expected-error";
import { explainLine, failureText } from "./failure.ts";
import type { Job } from "./jobs.ts";
import { jsonFailure, jsonText } from "./json-text.ts";

/** The result of a job. */
export interface JobOutcome {
  readonly code: number;
  /** A text for people, or a JSON value for programs. */
  readonly report: string | object;
}

/** Prints or collects a report. */
export type Print = (report: string | object) => void;

/** Prints a report to standard output, as text or JSON. */
export const printReport: Print = (report) =>
  void process.stdout.write(typeof report === "string" ? report : jsonText(report));

/**
 * Runs jobs one after the other and prints a report of each. If there are several, each report names its job, and the
 * others still run when one fails.
 *
 * @returns the worst exit code
 * @throws {Error} the error of the only job
 */
export async function runJobs(
  jobs: readonly Job[],
  run: (job: Job) => Promise<JobOutcome>,
  print: Print = printReport,
): Promise<number> {
  const [only, ...others] = jobs;
  if (only !== undefined && others.length === 0) {
    const { code, report } = await run(only);
    print(report);
    return code;
  }
  const codes: number[] = [];
  const values: object[] = [];
  const hints = new Set<string>();
  for (const job of jobs) {
    const { code, report } = await outcomeOf(job, run, hints);
    codes.push(code);
    if (typeof report === "object") values.push(namedReport(job, report));
    else if (report !== "") print(`${heading(job)}\n${report}\n`);
  }
  if (values.length > 0) print(values);
  if (hints.size > 0) process.stderr.write(`${[...hints].join("\n")}\n`);
  return Math.max(...codes);
}

/** Runs one of several jobs. If it fails, the error is also printed to standard error. */
async function outcomeOf(
  job: Job,
  run: (job: Job) => Promise<JobOutcome>,
  hints: Set<string>,
): Promise<JobOutcome> {
  try {
    return await run(job);
  } catch (error) {
    process.stderr.write(`${heading(job)}\n${failureText(error)}\n\n`);
    if (job.format !== undefined && job.format !== "pretty")
      return { code: 2, report: job.format === "json" ? jsonFailure(error) : "" };
    const hint = explainLine(error);
    if (hint !== undefined) hints.add(hint);
    return { code: 2, report: "" };
  }
}

/** Adds the description and output folder of a job to its JSON report. */
export function namedReport(job: Job, report: object): object {
  return { description: job.description, out: outOf(job), ...report };
}

function outOf(job: Job): string | undefined {
  return job.out ?? job["scaffold.out"];
}

/** Returns the heading of a job: `openapi.yaml → packages`. */
export function heading(job: Job): string {
  const out = outOf(job);
  return `${job.description}${out === undefined ? "" : ` → ${out}`}`;
}

/** One or more of several jobs failed. The message gives the reason of each. */
export class JobsError extends ExpectedError {
  override readonly name = "JobsError";
}

/**
 * Runs jobs one after the other, and continues if one fails.
 *
 * @throws {Error} the error of the only job, or {@link JobsError}
 */
export async function tryJobs(
  jobs: readonly Job[],
  run: (job: Job) => Promise<void>,
): Promise<void> {
  if (jobs[0] !== undefined && jobs.length === 1) return run(jobs[0]);
  const failures: string[] = [];
  for (const job of jobs)
    try {
      await run(job);
    } catch (error) {
      if (!(error instanceof ExpectedError)) throw error;
      failures.push(`${heading(job)}\n${error.message}`);
    }
  if (failures.length > 0) throw new JobsError(failures.join("\n\n"));
}
