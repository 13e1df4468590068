import { join, resolve } from "node:path";
import type { ScaffoldOptions, ScaffoldResult } from "../scaffold/scaffold-types.ts";
import { scaffold } from "../scaffold/scaffold-on-demand.ts";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import { loadOptions } from "@openapi-packages/cli/command-arguments";
import { packageNames, requiredNames } from "./package-options.ts";
import { githubScaffoldReport } from "./github-report.ts";
import { jobReader, type Job } from "@openapi-packages/cli/jobs";
import { failedOutcome } from "./run-generate.ts";
import { runJobs, type JobOutcome } from "@openapi-packages/cli/run-jobs";
import { openProgress } from "@openapi-packages/cli/terminal/open-progress";
import { isFinding, scaffoldReport } from "./scaffold-report.ts";

/** Runs the command `scaffold` and returns its exit code. */
export async function runScaffold(args: readonly string[]): Promise<number> {
  return runJobs(await jobReader("scaffold", args)(), (job) => {
    const { tags = [], dryRun = false, check = false, prune = false } = job;
    const options = handlerOptions(job);
    return scaffoldJob(
      { ...options, tags, dryRun: dryRun || check, prune, ...entryOptions(job) },
      job,
    );
  });
}

/** Runs the command `promote` and returns its exit code. */
export async function runPromote(args: readonly string[]): Promise<number> {
  return runJobs(await jobReader("promote", args)(), (job) => {
    const options = handlerOptions(job);
    if (options.operations.length === 0) throw new UsageError("name the operation: --operation ID");
    return scaffoldJob({ ...options, dryRun: job.dryRun === true, promote: true }, job);
  });
}

/**
 * Reads the options of the file that starts the server.
 *
 * @throws {UsageError} for invalid origins, and for origins without an entry
 */
function entryOptions(values: Job): Pick<ScaffoldOptions, "entry" | "allowOrigins"> {
  const entry = values["scaffold.entry"];
  const allowOrigins = values["scaffold.allowOrigins"] ?? [];
  if (entry === undefined && allowOrigins.length > 0)
    throw new UsageError("scaffold.allowOrigins needs an entry file: add --entry node");
  for (const origin of allowOrigins)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new UsageError(
        `scaffold.allowOrigins has origins such as https://app.example, not ${JSON.stringify(origin)}`,
      );
  return { entry, allowOrigins };
}

/**
 * Reads the options that `scaffold` and `promote` share.
 *
 * @throws {UsageError} for an option that is missing or invalid
 */
function handlerOptions(values: Job): ScaffoldOptions {
  const server = values["scaffold.server"] ?? configuredServer(values);
  const naming = server === undefined ? requiredNames(values) : packageNames(values);
  const out = values["scaffold.out"];
  if (out === undefined)
    throw new UsageError(
      "give the folder of the handlers: --out src/handlers, or scaffold.out in the configuration",
    );
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
    int64: values.int64,
    ...loadOptions(values),
  };
}

/**
 * Returns the folder of the generated server, if the layout is `folder`.
 *
 * @throws {UsageError} when the configuration leaves the server out
 */
function configuredServer({ layout, out, packages }: Job): string | undefined {
  if (packages !== undefined && !packages.includes("server"))
    throw new UsageError(
      'handlers are for the generated server: add "server" to packages in the configuration, and generate',
    );
  return layout === "folder" && out !== undefined ? join(out, "server") : undefined;
}

/** Runs a job of `scaffold` or `promote`. */
async function scaffoldJob(options: ScaffoldOptions, job: Job): Promise<JobOutcome> {
  const { check = false, format } = job;
  const progress = await openProgress(job);
  try {
    progress.show("load");
    const result = await scaffold(options);
    return { code: isFinding(result, check) ? 1 : 0, report: reportOf(result, options, job) };
  } catch (error) {
    return failedOutcome(error, format);
  } finally {
    progress.clear();
  }
}

function reportOf(
  result: ScaffoldResult,
  { out, dryRun = false }: ScaffoldOptions,
  { check = false, verbose = false, format }: Job,
): string | object {
  if (format === "json") return result;
  return format === "github"
    ? githubScaffoldReport(result, out, check)
    : scaffoldReport(result, dryRun, dryRun || verbose);
}
