import { UsageError } from "../usage-error.ts";
import { jobReader } from "./jobs.ts";
import { runJobs } from "./run-jobs.ts";
import { handlerOptions, scaffoldJob } from "./run-scaffold.ts";

/** `promote`: answers the exit code. */
export async function runPromote(args: readonly string[]): Promise<number> {
  return runJobs(await jobReader("promote", args)(), (job) => {
    const options = handlerOptions(job);
    if (options.operations.length === 0)
      throw new UsageError("say whose mock becomes a handler: --operation ID");
    return scaffoldJob({ ...options, dryRun: job.dryRun === true, promote: true }, job);
  });
}
