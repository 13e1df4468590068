import { strictly } from "@openapi-packages/description/diagnostics/strict";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import { isUrl, standardInput } from "@openapi-packages/description/load/read/source-names";
import { jobReader, type Job } from "@openapi-packages/cli/jobs";
import { runJobs, type JobOutcome } from "@openapi-packages/cli/run-jobs";
import { completeOptions } from "../generate/complete-options.ts";
import { lint } from "../lint/lint.ts";
import { lintReport } from "./lint-report.ts";
import { named, sourceOptions } from "./source-options.ts";
import { writeEdited } from "./write-edited.ts";

/** Runs the command `lint` and returns its exit code. */
export async function runLint(args: readonly string[]): Promise<number> {
  return runJobs(await jobReader("lint", args)(), lintJob);
}

async function lintJob(job: Job): Promise<JobOutcome> {
  const { description, fix = false, dryRun = false, strict, format = "pretty" } = job;
  if (dryRun && !fix) throw new UsageError("--dry-run prints what --fix would write: add --fix");
  if (fix && (description === standardInput || isUrl(description)))
    throw new UsageError(
      `--fix edits files, and ${description} is none: save it, and name the file`,
    );
  // Checks the codes before anything is written.
  strictly([], strict);
  const { strict: _, ...options } = completeOptions(sourceOptions(named(job)));
  const result = await lint(options);
  const isWritten = fix && !dryRun;
  if (isWritten) writeEdited(result.files);
  const left = strictly((isWritten ? result.after : result.before).diagnostics, strict);
  const code = left.some(({ severity }) => severity === "error") ? 1 : 0;
  return { code, report: lintReport(result, { diagnostics: left, fix, dryRun, format }) };
}
