import type { GenerateOptions } from "../generate-types.ts";
import type { Job } from "./jobs.ts";
import { generateOptions } from "./run-generate.ts";

/**
 * How a job is generated in memory. Packages that are installed only are in no folder that is written.
 *
 * @throws {UsageError} for options that are missing or contradict each other
 */
export function sourceOptions(job: Job): GenerateOptions {
  const isPlaced = job.layout === "folder" || job.out !== undefined;
  return generateOptions(isPlaced ? job : { ...job, out: "." });
}
