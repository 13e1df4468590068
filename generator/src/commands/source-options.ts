import { existsSync } from "node:fs";
import { join } from "node:path";
import type { GenerateOptions } from "../generate-types.ts";
import { recordName } from "../scaffold/record.ts";
import type { Job } from "@openapi-packages/cli/jobs";
import { generateOptions } from "./run-generate.ts";

/** Gives the packages of a job any name if they have none. Both sides of a comparison use it, so it makes no difference. */
export const named = (job: Job): Job =>
  job.scope === undefined && job.name === undefined ? { ...job, name: "generated" } : job;

/**
 * Returns the options for generating a job in memory. A job without an output folder gets one, which is not written.
 *
 * @throws {UsageError} for options that are missing or contradict each other
 */
export function sourceOptions(job: Job): GenerateOptions {
  const isPlaced = job.layout === "folder" || job.out !== undefined;
  return generateOptions(isPlaced ? job : { ...job, out: "." });
}

/** Returns the folder of scaffolded handlers that the configuration names, if it exists. */
export function existingHandlers(job: Job): string | undefined {
  const folder = job["scaffold.out"];
  return folder !== undefined && existsSync(join(folder, recordName)) ? folder : undefined;
}
