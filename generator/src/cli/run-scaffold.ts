import { resolve } from "node:path";
import type { ScaffoldOptions, ScaffoldResult } from "../scaffold/scaffold-types.ts";
import { scaffold } from "../scaffold/scaffold-on-demand.ts";
import { UsageError } from "../usage-error.ts";
import { loadOptions, packageNames, requiredNames } from "./command-arguments.ts";
import { githubScaffoldReport } from "./github-report.ts";
import { jobReader, type Job } from "./jobs.ts";
import { failedOutcome } from "./run-generate.ts";
import { runJobs, type JobOutcome } from "./run-jobs.ts";
import { isFinding, scaffoldReport } from "./scaffold-report.ts";

/** `scaffold`: answers the exit code. */
export async function runScaffold(args: readonly string[]): Promise<number> {
  return runJobs(await jobReader("scaffold", args)(), (job) => {
    const { tags = [], plan = false, check = false, prune = false } = job;
    const options = handlerOptions(job);
    return scaffoldJob({ ...options, tags, dryRun: plan || check, prune }, job);
  });
}

/**
 * The options of `scaffold` and `promote`.
 *
 * @throws {UsageError} for an option that is missing or has a value that there is not
 */
export function handlerOptions(values: Job): ScaffoldOptions {
  const server = values["scaffold.server"];
  const naming = server === undefined ? requiredNames(values) : packageNames(values);
  const out = values["scaffold.out"];
  if (out === undefined) throw new UsageError("say where the handlers go: --out src/handlers");
  return {
    spec: values.description,
    ...naming,
    server,
    out: resolve(out),
    operations: values.operations ?? [],
    tags: [],
    layout: values["scaffold.layout"],
    template: values["scaffold.template"],
    importExtension: values["scaffold.importExtension"],
    dates: values.dates,
    ...loadOptions(values),
  };
}

/** Scaffolds for `scaffold` or `promote`. */
export async function scaffoldJob(options: ScaffoldOptions, job: Job): Promise<JobOutcome> {
  const { check = false, format } = job;
  try {
    const result = await scaffold(options);
    return { code: isFinding(result, check) ? 1 : 0, report: reportOf(result, options, job) };
  } catch (error) {
    return failedOutcome(error, format);
  }
}

function reportOf(
  result: ScaffoldResult,
  { out, dryRun = false }: ScaffoldOptions,
  { check = false, format }: Job,
): string | object {
  if (format === "json") return result;
  return format === "github"
    ? githubScaffoldReport(result, out, check)
    : scaffoldReport(result, dryRun);
}
