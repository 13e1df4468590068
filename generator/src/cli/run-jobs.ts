import { failureText, isExpected } from "./failure.ts";
import type { Job } from "./jobs.ts";
import { jsonText } from "./report.ts";

/** What came of a job. */
export interface JobOutcome {
  readonly code: number;
  /** A text for people, or a value for programs. */
  readonly report: string | object;
}

/**
 * Does jobs one after the other and reports each to standard output. Of several jobs, one that fails does not keep
 * the others from being done, and each report has the name of its job.
 *
 * @returns the worst exit code
 * @throws {Error} what a job throws that is the only one
 */
export async function runJobs(
  jobs: readonly Job[],
  run: (job: Job) => Promise<JobOutcome>,
): Promise<number> {
  const [only, ...others] = jobs;
  if (only !== undefined && others.length === 0) {
    const { code, report } = await run(only);
    process.stdout.write(typeof report === "string" ? report : jsonText(report));
    return code;
  }
  const codes: number[] = [];
  const values: object[] = [];
  for (const job of jobs) {
    const { code, report } = await outcomeOf(job, run);
    codes.push(code);
    if (typeof report === "object")
      values.push({ description: job.description, out: outOf(job), ...report });
    else if (report !== "") process.stdout.write(`${heading(job)}\n${report}\n`);
  }
  if (values.length > 0) process.stdout.write(jsonText(values));
  return Math.max(...codes);
}

async function outcomeOf(job: Job, run: (job: Job) => Promise<JobOutcome>): Promise<JobOutcome> {
  try {
    return await run(job);
  } catch (error) {
    const message = failureText(error);
    if (job.format !== undefined && job.format !== "pretty")
      return { code: 2, report: { error: message } };
    process.stderr.write(`${heading(job)}\n${message}\n\n`);
    return { code: 2, report: "" };
  }
}

function outOf(job: Job): string | undefined {
  return job.out ?? job["scaffold.out"];
}

/** The name of a job among others. */
export function heading(job: Job): string {
  const out = outOf(job);
  return `${job.description}${out === undefined ? "" : ` → ${out}`}`;
}

/** Several jobs of a run failed; the message says for each why. */
export class JobsError extends Error {
  override readonly name = "JobsError";
}

/**
 * Does jobs one after the other, all of them whatever becomes of one.
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
      if (!isExpected(error)) throw error;
      failures.push(`${heading(job)}\n${error.message}`);
    }
  if (failures.length > 0) throw new JobsError(failures.join("\n\n"));
}
